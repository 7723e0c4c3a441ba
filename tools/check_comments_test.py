#!/usr/bin/env python3
"""What check_comments.py finds, and what it makes of it."""
import unittest

import check_comments


class Comments(unittest.TestCase):
    def test_are_found_behind_declarations_only(self):
        for line in ["int a;  // Why.", "  kOne,  // Why.", "void f(); // Why."]:
            self.assertTrue(check_comments.is_trailing(line), line)
        for line in ["// Why.", "}  // namespace curlew", "#endif  // X",
                     'auto url = "http://a";', "char c = '/';", "int n = 1'000;",
                     "X(int n);  // NOLINT: implicit", ""]:
            self.assertFalse(check_comments.is_trailing(line), line)

    def test_move_above_what_they_describe(self):
        before = ["  int a;", "  std::map<int, int>", "      b;  // Why, and", "          // so on.", "  int c;"]
        self.assertEqual(check_comments.fixed(before),
                         ["  int a;", "  // Why, and so on.", "  std::map<int, int>", "      b;", "  int c;"])


if __name__ == "__main__":
    unittest.main()
