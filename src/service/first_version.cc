#include "service/first_version.h"

#include <utility>
#include <variant>

#include "base/overloaded.h"
#include "base/plain_text.h"
#include "base/utf8.h"
#include "detect/page/rules.h"
#include "parse/data.h"
#include "pipeline/compare_data.h"
#include "pipeline/stages.h"
#include "service/kept_page.h"

namespace curlew::service {
namespace {

constexpr std::size_t kLongestLine = 400;

std::string shown_line(std::string_view text) {
  return plain_text(utf8_prefix(text, kLongestLine));
}

Result<FirstVersion> of_page(const archive::Content& content,
                             const model::Watching& watching, parse::PdfReader* pdf) {
  TRY_ASSIGN(const detect::Rules rules,
             detect::make_rules(detect::to_rule_options(watching)));
  ReadPage page;
  TRY(read_page(content, rules, pdf, page));
  FirstVersion first;
  for (const detect::Block& block : page.blocks.blocks) {
    if (first.count++ >= kShownLines) continue;
    first.lines.push_back(shown_line(page.blocks.text_of(block)));
  }
  return first;
}

// Of its kind, with nothing in it: all that the document has came to it.
parse::Data nothing_like(const parse::Data& data) {
  return std::visit(
      Overloaded{[](const rdf::Dataset&) -> parse::Data { return rdf::Dataset(); },
                 [](const model::Table& table) -> parse::Data {
                   model::Table none = table;
                   none.rows.clear();
                   return none;
                 },
                 [](const model::Json& tree) -> parse::Data {
                   return tree.is_array() ? model::Json::array()
                                          : model::Json::object();
                 }},
      data);
}

Result<FirstVersion> of_data(const archive::Content& content,
                             const model::Watching& watching,
                             const pipeline::ContextTexts& contexts) {
  TRY_ASSIGN(const parse::Data data,
             pipeline::read_kept_data(
                 content, pipeline::header_or_empty(content.headers, "Content-Type"),
                 contexts));
  const detect::DataChange all = pipeline::compare_data(
      nothing_like(data), data, {.max_listed = kShownLines, .key = watching.keys});
  FirstVersion first;
  first.count = all.added_count + all.edited_count;
  for (const std::string& line : all.added) first.lines.push_back(shown_line(line));
  return first;
}

}  // namespace

Result<FirstVersion> first_version(const archive::Content& content,
                                   const model::Source& source,
                                   const pipeline::ContextTexts& contexts,
                                   parse::PdfReader* pdf) {
  if (source.kind == model::SourceKind::kPage) {
    return of_page(content, source.watching, pdf);
  }
  return of_data(content, source.watching, contexts);
}

}  // namespace curlew::service
