#include "parse/csv/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/ascii.h"
#include "parse/charset.h"

namespace curlew::parse {
namespace {

using Row = std::vector<std::string>;

// Reads rows; a quotation mark counts only at the beginning of a cell, and one that is
// never closed stands for itself.
class CsvReader {
 public:
  CsvReader(std::string_view text, char delimiter)
      : text_(text), delimiter_(delimiter) {}

  bool is_at_end() const { return at_ >= text_.size(); }

  Row next_row() {
    Row row;
    for (;;) {
      row.push_back(next_cell());
      if (is_at_end()) break;
      const char end = text_[at_++];
      if (end == '\r' && !is_at_end() && text_[at_] == '\n') ++at_;
      if (end != delimiter_) break;
      if (is_at_end()) {
        row.emplace_back();
        break;
      }
    }
    return row;
  }

 private:
  bool ends_cell(char c) const { return c == delimiter_ || c == '\n' || c == '\r'; }

  std::string next_cell() {
    std::string cell;
    if (text_[at_] == '"' && has_closing_quote_ && read_quoted(cell)) return cell;
    const std::size_t begin = at_;
    while (!is_at_end() && !ends_cell(text_[at_])) ++at_;
    return cell.append(text_.substr(begin, at_ - begin));
  }

  // Up to the end of the cell, with what stands behind the closing mark.
  bool read_quoted(std::string& cell) {
    const std::size_t begin = at_++;
    for (;;) {
      const std::size_t mark = text_.find('"', at_);
      if (mark == text_.npos) {
        // There is no closing mark behind any other, either.
        has_closing_quote_ = false;
        cell.clear();
        at_ = begin;
        return false;
      }
      cell += text_.substr(at_, mark - at_);
      at_ = mark + 1;
      if (is_at_end() || text_[at_] != '"') break;
      cell += '"';
      ++at_;
    }
    const std::size_t rest = at_;
    while (!is_at_end() && !ends_cell(text_[at_])) ++at_;
    cell += text_.substr(rest, at_ - rest);
    return true;
  }

  std::string_view text_;
  char delimiter_;
  std::size_t at_ = 0;
  bool has_closing_quote_ = true;
};

// How well the first rows fit a delimiter: those of the commonest width, if that is
// more than one cell.
double fit_of_delimiter(std::string_view text, char delimiter) {
  constexpr int kRows = 50;
  CsvReader reader(text, delimiter);
  std::map<std::size_t, int> widths;
  int rows = 0;
  for (; rows < kRows && !reader.is_at_end(); ++rows)
    ++widths[reader.next_row().size()];
  double best = 0;
  for (const auto& [width, count] : widths) {
    if (width < 2) continue;
    const double share = static_cast<double>(count) / rows;
    best = std::max(
        best, share + 0.01 * static_cast<double>(std::min<std::size_t>(width, 20)));
  }
  return best;
}

char delimiter_of(std::string_view text) {
  char best = ',';
  double best_fit = 0;
  // The commonest first: it wins where two fit alike.
  for (const char delimiter : {',', ';', '\t', '|'}) {
    const double fit = fit_of_delimiter(text.substr(0, 1 << 16), delimiter);
    if (fit > best_fit) {
      best_fit = fit;
      best = delimiter;
    }
  }
  return best;
}

bool looks_like_number(std::string_view text) {
  text = trimmed(text);
  const bool has_digit = std::ranges::any_of(text, is_ascii_digit);
  return has_digit && text.find_first_not_of("0123456789.,+-:/ eE%$") == text.npos;
}

// Names are words, all there, and each only once.
bool looks_like_header(const Row& row) {
  std::set<std::string_view> names;
  for (const std::string& cell : row) {
    if (trimmed(cell).empty() || looks_like_number(cell)) return false;
    if (!names.insert(trimmed(cell)).second) return false;
  }
  return true;
}

bool has_header(const std::vector<Row>& rows, std::string_view content_type) {
  const std::string type = to_ascii_lower(content_type);
  if (type.find("header=absent") != type.npos) return false;
  if (type.find("header=present") != type.npos) return true;
  return !rows.empty() && looks_like_header(rows.front());
}

// Of columns with one name the second is called "name 2".
void number_equal_names(Row& names) {
  std::set<std::string> known(names.begin(), names.end());
  std::set<std::string> seen;
  for (std::string& name : names) {
    if (seen.insert(name).second) continue;
    std::string numbered;
    for (int i = 2; numbered.empty() || !known.insert(numbered).second; ++i)
      numbered = fmt::format("{} {}", name, i);
    name = std::move(numbered);
    seen.insert(name);
  }
}

bool is_empty_row(const Row& row) { return row.size() == 1 && row[0].empty(); }

}  // namespace

Result<model::Table> parse_csv(std::string_view bytes, const CsvOptions& options) {
  const Utf8Text decoded =
      to_utf8(bytes, {.http = charset_of_content_type(options.content_type)});
  model::Table table;
  const bool is_tabs = options.content_type.starts_with("text/tab-separated-values");
  table.delimiter = is_tabs ? '\t' : delimiter_of(decoded.text);
  CsvReader reader(decoded.text, table.delimiter);
  std::size_t cells = 0, width = 0;
  while (!reader.is_at_end()) {
    Row row = reader.next_row();
    if (is_empty_row(row)) continue;
    width = std::max(width, row.size());
    cells += row.size();
    table.rows.push_back(std::move(row));
    // Rows are filled up to the width of the widest.
    if (cells > options.max_cells || width > options.max_columns ||
        table.rows.size() * width > 4 * options.max_cells)
      return Error{ErrorKind::kLimit,
                   fmt::format("a table of more than {} cells or {} columns",
                               options.max_cells, options.max_columns)};
  }
  table.has_header = has_header(table.rows, options.content_type);
  if (table.has_header) {
    table.columns = std::move(table.rows.front());
    table.rows.erase(table.rows.begin());
    for (std::string& name : table.columns) name = trimmed(std::string(name));
    number_equal_names(table.columns);
  }
  while (table.columns.size() < width)
    table.columns.push_back(fmt::format("{}", table.columns.size() + 1));
  for (Row& row : table.rows) row.resize(width);
  return table;
}

}  // namespace curlew::parse
