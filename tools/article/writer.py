"""Writes what was learned as tables that the C++ includes."""
import json

import numpy as np

HEADER = "// Made by tools/article/train.py. Do not edit.\n"


def write_lexicon(path, lexicon):
    """{"word", score in hundredths},"""
    with open(path, "w", encoding="utf8") as file:
        file.write(HEADER)
        for word in sorted(lexicon.words):
            text = word.decode("utf8", "replace") if isinstance(word, bytes) else word
            if "\ufffd" in text or '"' in text or "\\" in text:
                continue
            score = round(100 * lexicon.score(word))
            file.write(f'{{"{text}", {score}}},\n')


def write_types(path, model, kinds):
    """One forest a type: its trees are every kinds-th."""
    nodes, roots = [], [[] for _ in range(kinds)]
    for at, text in enumerate(model.get_dump(dump_format="json")):
        roots[at % kinds].append(len(nodes))
        add(json.loads(text), nodes, range(1 << 15))
    with open(path, "w", encoding="utf8") as file:
        file.write(HEADER)
        write_nodes(file, nodes)
        for kind, own in enumerate(roots):
            file.write(f"constexpr std::uint32_t kRoots{kind}[] = {{{','.join(map(str, own))}}};\n")


def write_nodes(file, nodes):
    file.write("constexpr ForestNode kNodes[] = {\n")
    for at, (feature, threshold, yes, no) in enumerate(nodes):
        number = "%.6g" % threshold
        if "." not in number and "e" not in number:
            number += "."
        assert feature < 0 or yes == at + 1
        file.write(f"{{{feature},{no},{number}f}},\n")
    file.write("};\n")


def write_forest(path, model, columns):
    """{feature, no, threshold} a node and {-1, 0, value} a leaf; trees begin at the nodes
    listed at the end. A feature below the threshold leads to the next node, else to `no`."""
    nodes, roots = [], []
    for text in model.get_dump(dump_format="json"):
        roots.append(len(nodes))
        add(json.loads(text), nodes, columns)
    with open(path, "w", encoding="utf8") as file:
        file.write(HEADER)
        write_nodes(file, nodes)
        file.write("constexpr std::uint32_t kRoots[] = {")
        file.write(",".join(str(r) for r in roots))
        file.write("};\n")


def add(tree, nodes, columns):
    at = len(nodes)
    if "leaf" in tree:
        nodes.append([-1, tree["leaf"], 0, 0])
        return at
    nodes.append([columns[int(tree["split"][1:])], tree["split_condition"], 0, 0])
    children = {c["nodeid"]: c for c in tree["children"]}
    nodes[at][2] = add(children[tree["yes"]], nodes, columns)
    nodes[at][3] = add(children[tree["no"]], nodes, columns)
    return at
