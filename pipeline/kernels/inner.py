"""Kernels that only other kernels call, compiled as a part of these and nowhere else.

Numba optimises a function and makes machine code of it before it links it with a caller, and
then does both again for the caller, at every level of calls. An inner kernel is lowered to
LLVM's language and left at that: its callers are optimised together with it, once. It has no
wrapper for calls from Python, counts no references and has no cache file of its own.
"""

from typing import Any

from numba.core import compiler, compiler_machinery, typed_passes
from numba.core.codegen import JITCodeLibrary


class LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code to be linked with other code."""

    def _optimize_final_module(self) -> None:
        """Left to the library that this is linked with."""

    def _finalize_final_module(self) -> None:
        """Do not hand the code to the machine code generator."""
        self._finalize_dynamic_globals()
        self._finalized = True


@compiler_machinery.register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Lowering without making machine code."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        """As in the base class, to a ``LinkedLibrary``."""
        state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        # Numba tells functions apart by a builtin for each; this one raises if it is called.
        refusal: Any = [].pop
        state.targetctx.insert_user_function(refusal, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=refusal)
        return True


class InnerCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's compiler with ``InnerLowering`` at its end."""

    def define_pipelines(self) -> list[Any]:
        """The passes in their order."""
        manager = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [
            (InnerLowering if step is typed_passes.NativeLowering else step, text)
            for step, text in manager.passes
        ]
        manager.finalize()
        return [manager]
