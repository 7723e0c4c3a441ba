// How deep the elements of a page nest, found by one linear scan before the tree is
// built.
//
// Building a tree takes time quadratic in its depth (100,000 nested <div>: 36 s), so
// pages beyond a limit are cut or refused. Real pages stay below 50 levels.

#pragma once

#include <string_view>

namespace curlew::parse {

inline constexpr int kMaxHtmlDepth = 512;

// Where the tag begins that goes deeper than `levels`; npos when none does. An
// estimate: it follows the rules of the HTML standard for closing elements as far as
// needed not to fall far below the real depth; only inside SVG and MathML can it still
// be deceived. Sloppy markup may count as somewhat deeper than it is.
std::size_t find_too_deep(std::string_view html, int levels = kMaxHtmlDepth);

}  // namespace curlew::parse
