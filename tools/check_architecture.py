#!/usr/bin/env python3
"""Checks that #include lines obey the layers declared in the build files.

Each src/<module>/CMakeLists.txt declares one line:
    curlew_module(<module> LAYER n DEPS a b c ...)
The rules: a module sees only modules of lower layers, every include is declared, every
declared dependency is used, and `sim` and `testing` are seen only by apps, tests and
benches. Inside a module the folders form layers too: a folder's own headers are the
bottom, which its subfolders share; its own sources are the top, which may include every
subfolder; and no folders include each other in a circle. With --graph, prints the layers for ARCHITECTURE.md; with --update, writes them
there between its markers.

It also looks for what one of our two compilers cannot build: clang 14 rejects the
subranges and views of libstdc++ 12, and the `sanitize` preset is built by it.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
DECLARATION = re.compile(r"curlew_module\(([^)]*)\)")
KEYWORDS = ("LAYER", "COLD", "DEPS", "LIBS", "TEST_DEPS")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
NOT_FOR_CLANG_14 = re.compile(
    r"^(?!\s*//).*\bstd::(?:views::|ranges::(?:unique|remove|remove_if|partition|"
    r"stable_partition|rotate|equal_range|search|search_n|find_end|subrange)\b)", re.M)
ONLY_FOR_TESTS_AND_APPS = {"testing", "sim"}
LAYERS_START, LAYERS_END = "<!-- layers -->", "<!-- /layers -->"


def parse_declaration(text):
    """'name LAYER 1 DEPS a b' -> ('name', {'LAYER': ['1'], 'DEPS': ['a', 'b'], ...})"""
    words = text.split()
    fields, current = {keyword: [] for keyword in KEYWORDS}, None
    for word in words[1:]:
        if word in KEYWORDS:
            current = word
        elif current:
            fields[current].append(word)
    return words[0], fields


def declared_modules():
    modules, problems = {}, []
    for file in sorted(SRC.glob("*/CMakeLists.txt")):
        match = DECLARATION.search(file.read_text())
        if not match:
            continue
        name, fields = parse_declaration(match[1])
        if name != file.parent.name:
            problems.append(f"{file}: declares {name}, but its folder says otherwise")
        if len(fields["LAYER"]) != 1 or not fields["LAYER"][0].isdigit():
            problems.append(f"{file}: LAYER must be one number")
            continue
        modules[name] = {
            "layer": int(fields["LAYER"][0]),
            "deps": set(fields["DEPS"]),
            "test_deps": set(fields["TEST_DEPS"]),
        }
    return modules, problems


def check_layers(modules):
    for name, module in sorted(modules.items()):
        for dep in sorted(module["deps"]):
            if dep not in modules:
                yield f"src/{name}/CMakeLists.txt: DEPS {dep} is not a module"
            elif modules[dep]["layer"] >= module["layer"]:
                yield (f"src/{name}/CMakeLists.txt: {name} (layer {module['layer']}) may "
                       f"not depend on {dep} (layer {modules[dep]['layer']})")
            elif dep in ONLY_FOR_TESTS_AND_APPS and name != "apps":
                yield f"src/{name}/CMakeLists.txt: only apps, tests and benches use {dep}"


def check_includes(modules):
    for name, module in sorted(modules.items()):
        used = set()
        for file in sorted((SRC / name).rglob("*")):
            if file.suffix not in (".h", ".cc"):
                continue
            is_test = re.search(r"(_test|_bench)$", file.stem) is not None
            allowed = module["deps"] | {name}
            if is_test:
                allowed |= module["test_deps"]
            for include in INCLUDE.findall(file.read_text()):
                target = include.split("/")[0]
                if include.endswith(".pb.h"):
                    continue
                if "/" not in include or not (SRC / target).is_dir():
                    yield f'{file.relative_to(ROOT)}: "{include}" is not a path from src/'
                elif target not in allowed:
                    yield f"{file.relative_to(ROOT)}: {name} may not include {include}"
                if not is_test:
                    used.add(target)
        for unused in sorted(module["deps"] - used):
            yield f"src/{name}/CMakeLists.txt: DEPS {unused} is not used"


def folder_includes(module):
    """{folder: {included folder: an include that does so}} inside one module."""
    edges = {}
    for file in sorted((SRC / module).rglob("*")):
        if file.suffix not in (".h", ".cc") or file.stem.endswith(("_test", "_bench")):
            continue
        for include in INCLUDE.findall(file.read_text()):
            folder, target = file.parent, (SRC / include).parent
            is_top = file.suffix == ".cc" and folder in target.parents
            if include.startswith(f"{module}/") and target != folder and not is_top:
                edges.setdefault(folder, {}).setdefault(
                    target, f"  {file.relative_to(ROOT)} includes {include}")
    return edges


def find_cycle(edges):
    """The folders of one circle, the first again at the end, or nothing."""
    finished = set()

    def search(folder, path):
        if folder in path:
            return path[path.index(folder):] + [folder]
        if folder in finished:
            return []
        for target in edges.get(folder, {}):
            if cycle := search(target, path + [folder]):
                return cycle
        finished.add(folder)
        return []

    return next((cycle for folder in edges if (cycle := search(folder, []))), [])


def check_folders(modules):
    for module in sorted(modules):
        edges = folder_includes(module)
        cycle = find_cycle(edges)
        if cycle:
            yield (" -> ".join(str(folder.relative_to(SRC)) for folder in cycle) +
                   ": folders include each other in a circle\n" +
                   "\n".join(edges[a][b] for a, b in zip(cycle, cycle[1:])))


def check_compilers():
    for folder in ("src", "tests", "tools", "fuzz"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in (".h", ".cc"):
                continue
            for line in NOT_FOR_CLANG_14.findall(file.read_text()):
                yield f"{file.relative_to(ROOT)}: clang 14 cannot compile {line.strip()}"


def layer_table(modules):
    layers = {}
    for name, module in modules.items():
        layers.setdefault(module["layer"], []).append(name)
    rows = []
    for layer in sorted(layers):
        for name in sorted(layers[layer]):
            deps = " ".join(sorted(modules[name]["deps"])) or "-"
            rows.append(f"{layer}  {name:<9} <- {deps}")
    return "\n".join(rows)


def updated_page(page, table):
    before, rest = page.split(LAYERS_START)
    after = rest.split(LAYERS_END)[1]
    return f"{before}{LAYERS_START}\n```\n{table}\n```\n{LAYERS_END}{after}"


def main():
    modules, problems = declared_modules()
    problems += check_layers(modules)
    problems += check_includes(modules)
    problems += check_folders(modules)
    problems += check_compilers()
    table = layer_table(modules)
    if "--graph" in sys.argv:
        print(table)
    page = ROOT / "ARCHITECTURE.md"
    if page.exists():
        text = page.read_text()
        if "--update" in sys.argv:
            page.write_text(updated_page(text, table))
        elif updated_page(text, table) != text:
            problems.append("ARCHITECTURE.md: its layers are out of date; "
                            "run tools/check_architecture.py --update")
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
