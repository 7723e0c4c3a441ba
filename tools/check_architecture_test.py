#!/usr/bin/env python3
"""What check_architecture.py finds among the folders of one module."""
import pathlib
import tempfile
import unittest

import check_architecture


class Folders(unittest.TestCase):
    def problems(self, files):
        """What is said of a module `m` with these files: {path: what it includes}."""
        with tempfile.TemporaryDirectory() as root:
            check_architecture.ROOT = pathlib.Path(root)
            check_architecture.SRC = check_architecture.ROOT / "src"
            for path, includes in files.items():
                file = check_architecture.SRC / "m" / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("".join(f'#include "m/{one}"\n' for one in includes))
            return list(check_architecture.check_folders({"m": {}}))

    def test_a_circle_is_told_with_its_path(self):
        [problem] = self.problems({"a/a.h": ["b/b.h"], "b/b.cc": ["c/c.h"],
                                   "c/c.h": ["a/a.h"]})
        self.assertIn("m/a -> m/b -> m/c -> m/a", problem)
        self.assertIn("src/m/b/b.cc includes m/c/c.h", problem)

    def test_headers_of_a_folder_lie_below_its_subfolders(self):
        self.assertTrue(self.problems({"m.h": ["a/a.h"], "a/a.h": ["m.h"]}))

    def test_sources_of_a_folder_lie_above_its_subfolders(self):
        self.assertEqual([], self.problems({"m.h": [], "m.cc": ["m.h", "a/a.h"],
                                            "a/a.h": ["m.h"], "a/a.cc": ["a/b/b.h"],
                                            "a/b/b.h": ["a/a.h"]}))

    def test_tests_may_include_what_they_want(self):
        self.assertEqual([], self.problems({"a/a.h": ["b/b.h"], "b/b_test.cc": ["a/a.h"]}))


if __name__ == "__main__":
    unittest.main()
