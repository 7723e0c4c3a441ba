// The texts of terms (see term_table.h): made of their parts, and told apart.

#pragma once

#include <string>
#include <string_view>

namespace curlew::rdf {

inline constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema#";

// `iri` is absolute. Characters that no IRI may have, such as the spaces that real
// documents put in them, are written as \u escapes.
std::string iri_text(std::string_view iri);
// Without the "_:".
std::string blank_text(std::string_view label);
// `language` is one, or empty; it wins over `datatype`, which may be empty: a plain
// string.
std::string literal_text(std::string_view value, std::string_view language = {},
                         std::string_view datatype = {});

inline bool is_iri(std::string_view text) { return text.starts_with('<'); }
inline bool is_blank(std::string_view text) { return text.starts_with('_'); }
inline bool is_literal(std::string_view text) { return text.starts_with('"'); }

// Parts of letters and digits with "-" between, as BCP 47 has them.
bool is_language(std::string_view text);

// Appends a literal's value between quotation marks, escaped as canonical N-Quads wants
// it (RDFC-1.0, section 5.1).
void append_quoted(std::string& out, std::string_view value);

}  // namespace curlew::rdf
