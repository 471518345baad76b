"""The ``puzzlemint`` command. Heavy modules are imported inside the commands."""


def main() -> None:
    """Run the command line."""
    from pipeline.cli.app import app

    app()
