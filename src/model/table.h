// A table as a data document has it: named columns and rows of text.

#pragma once

#include <string>
#include <vector>

namespace curlew::model {

struct Table {
  // "1", "2", ... where the document names none. As many as the widest row has cells.
  std::vector<std::string> columns;
  // Each as wide as the table.
  std::vector<std::vector<std::string>> rows;
  char delimiter = ',';
  bool has_header = false;
  // The cells are RDF terms as N-Triples has them, "" where there is none: solutions of
  // a query. "_:x" stands for a node without a name, which is called so in this table
  // alone.
  bool has_terms = false;
};

}  // namespace curlew::model
