#include "base/ascii.h"
#include "base/markup_escape.h"
#include "base/storable_text.h"
#include "parse/pdf/pdf_reader.h"

namespace curlew::parse {
namespace {

// The head ends so; what follows is the plain text, not escaped.
constexpr std::string_view kTextBegins = "<body>\n<pre>\n";
constexpr std::string_view kTextEnds = "</pre>\n</body>\n</html>\n";
constexpr std::string_view kSoftHyphen = "\u00AD";

// The words of the title, escaped already; empty where there are none.
std::string_view title_in(std::string_view head) {
  constexpr std::string_view kBegin = "<title>";
  const std::size_t begin = head.find(kBegin);
  if (begin == head.npos) return {};
  const std::string_view rest = head.substr(begin + kBegin.size());
  return rest.substr(0, rest.find('<'));
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find_first_of("\n\f");
  const std::string_view line = text.substr(0, end);
  // A page ends a paragraph, too, though a sentence may go on: its number and running
  // title stand between.
  const bool is_page_end = end != text.npos && text[end] == '\f';
  text.remove_prefix(end == text.npos ? text.size() : end + (is_page_end ? 0 : 1));
  return line;
}

bool ends_in_hyphen(std::string_view paragraph) {
  return paragraph.size() > 1 && paragraph.back() == '-' &&
         (is_ascii_alpha(paragraph[paragraph.size() - 2]) ||
          static_cast<unsigned char>(paragraph[paragraph.size() - 2]) >= 0x80);
}

// A word that was broken at the end of a line is made whole; one that goes on with a
// capital or a number has its hyphen for another reason.
void append_line(std::string& paragraph, std::string_view line) {
  const bool may_go_on = !line.empty() && (is_ascii_lower(line.front()) ||
                                           static_cast<unsigned char>(line[0]) >= 0x80);
  if (paragraph.ends_with(kSoftHyphen)) {
    paragraph.resize(paragraph.size() - kSoftHyphen.size());
  } else if (may_go_on && ends_in_hyphen(paragraph)) {
    paragraph.pop_back();
  } else if (!paragraph.empty()) {
    paragraph += ' ';
  }
  paragraph += line;
}

void end_paragraph(std::string& html, std::string& paragraph) {
  if (paragraph.empty()) return;
  html += "<p>";
  append_escaped_markup(html, paragraph);
  html += "</p>\n";
  paragraph.clear();
}

}  // namespace

std::string page_of_pdf_text(std::string_view printed) {
  std::string whole(printed);
  make_storable(whole);
  std::string_view text = whole;
  const std::size_t begin = text.find(kTextBegins);
  const std::string_view head = begin == text.npos ? "" : text.substr(0, begin);
  if (begin != text.npos) text.remove_prefix(begin + kTextBegins.size());
  if (text.ends_with(kTextEnds)) text.remove_suffix(kTextEnds.size());

  std::string html = "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>";
  html += title_in(head);
  html += "</title></head><body><article>\n";
  std::string paragraph;
  while (!text.empty()) {
    if (text.front() == '\f') {
      end_paragraph(html, paragraph);
      text.remove_prefix(1);
      continue;
    }
    const std::string_view line = trimmed(take_line(text));
    if (line.empty()) {
      end_paragraph(html, paragraph);
    } else {
      append_line(paragraph, line);
    }
  }
  end_paragraph(html, paragraph);
  return html + "</article></body></html>\n";
}

}  // namespace curlew::parse
