#!/usr/bin/env python3
"""Writes the tables of docs/formats/database.md from the schema.

usage: database_page.py [--check]

The schema is what src/store/migrations/*.sql make of an empty SQLite database; what each
table and column means is said in docs/formats/database.toml. --check writes nothing and
fails when the page is out of date. Either way it is an error when a table or column has
no sentence, or a sentence has nothing that it is about.
"""
import pathlib
import sqlite3
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/formats/database.md"
MEANINGS = ROOT / "docs/formats/database.toml"
START, END = "<!-- tables -->", "<!-- /tables -->"


def migrated():
    database = sqlite3.connect(":memory:")
    for file in sorted((ROOT / "src/store/migrations").glob("*.sql")):
        database.executescript(file.read_text())
    return database


def columns_of(database, table):
    """[(name, type, may it be NULL)] in the order of the table."""
    rows = database.execute(f"PRAGMA table_info({table})").fetchall()
    return [(name, kind, not (not_null or key)) for _, name, kind, not_null, _, key in rows]


def indexes_of(database, table):
    return [sql.split(" ON ", 1)[1].split(" ", 1)[1].replace("\n ", "")
            for (sql,) in database.execute(
                "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
                " AND tbl_name = ? ORDER BY name", (table,))]


def section(database, table, meaning):
    lines = [f"### {table}", f"{meaning['row']} Written {meaning['written']}.", "",
             "| column | type | |", "|---|---|---|"]
    for name, kind, may_be_null in columns_of(database, table):
        kind += ", NULL" if may_be_null else ""
        lines.append(f"| `{name}` | {kind} | {meaning.get(name, '')} |")
    if indexes := indexes_of(database, table):
        lines += ["", "Indexes: " + ", ".join(f"`{index}`" for index in indexes) + "."]
    return "\n".join(lines) + "\n"


def problems_of(database, tables, meanings):
    for table in sorted(set(tables) | set(meanings)):
        named = set(meanings.get(table, {}))
        there = {name for name, *_ in columns_of(database, table)} | {"row", "written"}
        for name in sorted(there - named):
            yield f"docs/formats/database.toml: says nothing of {table}.{name}"
        for name in sorted(named - there):
            yield f"docs/formats/database.toml: {table}.{name} is not in the schema"


def main():
    database = migrated()
    meanings = tomllib.loads(MEANINGS.read_text())
    tables = [name for (name,) in database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    problems = list(problems_of(database, tables, meanings))
    if not problems:
        page = PAGE.read_text()
        sections = "\n".join(section(database, table, meanings[table])
                             for table in meanings)
        made = (page.split(START)[0] + START + "\n" + sections + END +
                page.split(END)[1])
        if "--check" not in sys.argv:
            PAGE.write_text(made)
        elif made != page:
            problems.append("docs/formats/database.md: out of date; "
                            "run tools/database_page.py")
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
