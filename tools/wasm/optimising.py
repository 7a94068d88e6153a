"""One module from the code of all functions: each is optimised by itself, then they are put together."""

import re
from typing import Any, Final

from llvmlite import binding

from tools.wasm.capture import LAYOUT, MACHINE, PREFIX, TRIPLE
from tools.wasm.wide_integers import written_out

EXPORT: Final = f"{PREFIX}export_"
_OF_PYTHON: Final = re.compile(r"declare ([^\n]*?)@(numba_\w+|Py\w+)\(([^\n]*?)\)[^\n]*")
"""What compiled code would call to raise an error."""
_TRAP: Final = r"define internal \1@\2(\3) noreturn cold noinline {\n call void @llvm.trap()\n unreachable\n}"
_DECLARED: Final = "declare void @llvm.trap()"
_MINE: Final = ("llvm.", PREFIX)


def whole_module(captured: dict[str, str]) -> Any:
    """Return one module with all functions of *captured*, in which only the exports can be seen."""
    whole = None
    for name, code in captured.items():
        part = _part(name, code)
        if whole is None:
            whole = part
        else:
            whole.link_in(part)
    assert whole is not None
    for function in _defined(whole):
        function.linkage = "external" if function.name.startswith(EXPORT) else "internal"
        if function.name.startswith(PREFIX):
            function.add_function_attribute("noinline")  # they were compiled by themselves to stay apart
    _tidy(whole)
    whole.verify()
    return whole


def _part(name: str, code: str) -> Any:
    """Return the optimised module of one function; it needs nothing but functions of ours."""
    code = _OF_PYTHON.sub(_TRAP, code.replace(" common global ", " internal global "))
    if _DECLARED not in code:
        code += f"\n{_DECLARED}\n"
    module = binding.parse_assembly(code)
    module.triple, module.data_layout = TRIPLE, LAYOUT
    for function in _defined(module):
        function.linkage = "external" if function.name == name else "internal"
    _optimise(module, 3)
    module = binding.parse_assembly(written_out(str(module)))
    _optimise(module, 1)
    missing = [each.name for each in module.functions if each.is_declaration and not each.name.startswith(_MINE)]
    if missing:
        raise ValueError(f"{name} needs what is not there: {', '.join(missing)}")
    return module


def _defined(module: Any) -> list[Any]:
    return [function for function in module.functions if not function.is_declaration]


def _optimise(module: Any, level: int) -> None:
    options = binding.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    builder = binding.create_pass_builder(MACHINE, options)
    builder.getModulePassManager().run(module, builder)


def _tidy(module: Any) -> None:
    """Remove what nobody uses any more."""
    builder = binding.create_pass_builder(MACHINE, binding.create_pipeline_tuning_options(speed_level=0))
    passes = binding.create_new_module_pass_manager()
    passes.add_constant_merge_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_dead_arg_elimination_pass()
    passes.run(module, builder)
