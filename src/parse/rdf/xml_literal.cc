#include "parse/rdf/xml_literal.h"

#include <algorithm>
#include <tuple>

namespace curlew::parse {
namespace {

constexpr std::string_view kXmlNamespace = "http://www.w3.org/XML/1998/namespace";

enum class EscapedIn { kText, kAttribute };

void append_canonical(std::string& out, std::string_view text, EscapedIn where) {
  const bool is_text = where == EscapedIn::kText;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>' && is_text)
      out += "&gt;";
    else if (c == '"' && !is_text)
      out += "&quot;";
    else if (c == '\t' && !is_text)
      out += "&#x9;";
    else if (c == '\n' && !is_text)
      out += "&#xA;";
    else if (c == '\r')
      out += "&#xD;";
    else
      out += c;
  }
}

}  // namespace

std::string XmlName::written() const {
  if (prefix.empty()) return std::string(local);
  return std::string(prefix).append(":").append(local);
}

void XmlLiteralWriter::declare(const XmlName& name,
                               std::map<std::string, std::string>& declared) {
  if (name.space == kXmlNamespace) return;
  const std::string prefix(name.prefix);
  const auto found = meanings_.find(prefix);
  const std::string_view meaning =
      found == meanings_.end() ? std::string_view() : std::string_view(found->second);
  if (meaning == name.space) return;
  declared[prefix] = name.space;
}

void XmlLiteralWriter::start(const XmlName& name,
                             const std::vector<XmlNameAndValue>& attributes) {
  std::map<std::string, std::string> declared;
  declare(name, declared);
  for (const XmlNameAndValue& attribute : attributes) {
    if (!attribute.name.prefix.empty()) declare(attribute.name, declared);
  }
  Open& open = open_.emplace_back();
  open.name = name.written();
  out_.append("<").append(open.name);
  for (const auto& [prefix, space] : declared) {
    open.before.emplace_back(prefix, std::exchange(meanings_[prefix], space));
    out_.append(prefix.empty() ? " xmlns" : " xmlns:").append(prefix).append("=\"");
    append_canonical(out_, space, EscapedIn::kAttribute);
    out_ += '"';
  }
  std::vector<XmlNameAndValue> sorted = attributes;
  std::ranges::sort(sorted, {}, [](const XmlNameAndValue& attribute) {
    return std::tuple(attribute.name.space, attribute.name.local);
  });
  for (const XmlNameAndValue& attribute : sorted) {
    out_.append(" ").append(attribute.name.written()).append("=\"");
    append_canonical(out_, attribute.value, EscapedIn::kAttribute);
    out_ += '"';
  }
  out_ += '>';
}

void XmlLiteralWriter::end() {
  Open& open = open_.back();
  out_.append("</").append(open.name).append(">");
  for (auto& [prefix, meaning] : open.before) meanings_[prefix] = std::move(meaning);
  open_.pop_back();
}

void XmlLiteralWriter::text(std::string_view text) {
  append_canonical(out_, text, EscapedIn::kText);
}

void XmlLiteralWriter::comment(std::string_view text) {
  out_.append("<!--").append(text).append("-->");
}

void XmlLiteralWriter::instruction(std::string_view target, std::string_view text) {
  out_.append("<?").append(target);
  if (!text.empty()) out_.append(" ").append(text);
  out_ += "?>";
}

}  // namespace curlew::parse
