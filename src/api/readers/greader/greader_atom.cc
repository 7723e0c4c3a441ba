#include "api/readers/greader/greader.h"
#include "api/readers/greader/stream.h"
#include "base/markup_escape.h"
#include "base/plain_text.h"

namespace curlew::api {
namespace {

void greader_add_element(std::string& xml, std::string_view name, std::string_view text,
                         std::string_view attributes = {}) {
  xml.append("<").append(name).append(attributes).append(">");
  append_escaped_markup(xml, text);
  xml.append("</").append(name).append(">\n");
}

void greader_add_link(std::string& xml, std::string_view rel, std::string_view href) {
  xml.append("<link rel=\"").append(rel).append("\" href=\"");
  append_escaped_markup(xml, href, MarkupPlace::kAttribute);
  xml.append("\"/>\n");
}

// newsboat goes by the label.
void greader_add_state_category(std::string& xml, std::string_view state) {
  xml.append("<category term=\"").append(state);
  xml.append("\" scheme=\"http://www.google.com/reader/\" label=\"");
  xml.append(parse_state(state)).append("\"/>\n");
}

void greader_add_entry(std::string& xml, const ShownEntry& entry) {
  xml.append("<entry>\n");
  greader_add_element(xml, "id", long_item_id(entry.number));
  greader_add_element(xml, "title", entry.title, " type=\"text\"");
  greader_add_element(xml, "published", to_iso8601(entry.published));
  greader_add_element(xml, "updated", to_iso8601(entry.published));
  if (!entry.url.empty()) greader_add_link(xml, "alternate", entry.url);
  if (!entry.author.empty()) {
    xml.append("<author>");
    greader_add_element(xml, "name", entry.author);
    xml.append("</author>\n");
  }
  greader_add_state_category(xml, entry.is_read ? kReadState : kFreshState);
  if (entry.is_starred) greader_add_state_category(xml, kStarredState);
  greader_add_element(xml, "content", entry.html, " type=\"html\"");
  xml.append("</entry>\n");
}

}  // namespace

std::string greader_atom(std::string_view stream, std::string_view title, Time updated,
                         const std::vector<ShownEntry>& entries) {
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n";
  greader_add_element(xml, "id", "tag:google.com,2005:reader/" + plain_text(stream));
  greader_add_element(xml, "title", plain_text(title));
  greader_add_element(xml, "updated", to_iso8601(updated));
  xml.append("<author><name>Curlew</name></author>\n");
  for (const ShownEntry& entry : entries) greader_add_entry(xml, entry);
  return xml + "</feed>\n";
}

}  // namespace curlew::api
