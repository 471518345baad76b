"""``puzzlemint`` with the toy family beside the real ones; for tests in processes of their own."""

import toy_family  # noqa: F401  (sets the engine version of this process)

import pipeline.family

pipeline.family.MODULES["toy"] = "toy_family"
pipeline.family.MODULES["bulk"] = "bulk_family"

if __name__ == "__main__":
    from pipeline.cli import main

    main()
