#include <algorithm>

#include "base/ascii.h"
#include "base/markup_escape.h"
#include "parse/opml.h"

namespace curlew::parse {
namespace {

std::vector<std::string_view> parts_of(std::string_view folder) {
  std::vector<std::string_view> parts;
  while (!folder.empty()) {
    const std::string_view part = folder.substr(0, folder.find('/'));
    if (!trimmed(part).empty()) parts.push_back(part);
    folder.remove_prefix(std::min(part.size() + 1, folder.size()));
  }
  return parts;
}

void append_value(std::string& out, std::string_view value) {
  append_escaped_markup(out, value, MarkupPlace::kAttribute);
}

// XML makes blanks of the line breaks in a value.
std::string folded(std::string_view lines) {
  std::string text;
  for (const char c : lines) {
    if (c == '\n' || c == '\\') text += '\\';
    text += c == '\n' ? 'n' : c;
  }
  return text;
}

class OpmlWriter {
 public:
  explicit OpmlWriter(std::string_view title) {
    out_ =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\""
        " xmlns:curlew=\"urn:curlew:subscriptions\">\n  <head>\n"
        "    <title>";
    append_value(out_, title);
    out_ += "</title>\n  </head>\n  <body>\n";
  }

  void write(const OpmlFeed& feed) {
    go_to(parts_of(feed.folder));
    begin_outline();
    add("type", "rss");
    add("text", feed.title.empty() ? feed.url : feed.title);
    if (!feed.title.empty()) add("title", feed.title);
    add("xmlUrl", feed.url);
    if (!feed.site_url.empty()) add("htmlUrl", feed.site_url);
    if (!feed.page.empty()) add("curlew:page", feed.page);
    if (!feed.kind.empty()) add("curlew:kind", feed.kind);
    if (!feed.interval.empty()) add("curlew:interval", feed.interval);
    if (!feed.state.empty()) add("curlew:state", feed.state);
    if (!feed.watching.empty()) add("curlew:watching", folded(feed.watching));
    if (!feed.objective.empty()) add("curlew:objective", feed.objective);
    if (!feed.policy.empty()) add("curlew:policy", feed.policy);
    out_ += "/>\n";
  }

  std::string finish() && {
    go_to({});
    return std::move(out_) + "  </body>\n</opml>\n";
  }

 private:
  // Closes and opens outlines until exactly these are open.
  void go_to(const std::vector<std::string_view>& folder) {
    const auto common = std::ranges::mismatch(open_, folder).in1 - open_.begin();
    while (std::ssize(open_) > common) {
      open_.pop_back();
      indent();
      out_ += "</outline>\n";
    }
    while (open_.size() < folder.size()) {
      begin_outline();
      add("text", folder[open_.size()]);
      out_ += ">\n";
      open_.push_back(folder[open_.size()]);
    }
  }

  void begin_outline() {
    indent();
    out_ += "<outline";
  }
  void indent() { out_.append(4 + 2 * open_.size(), ' '); }

  void add(std::string_view name, std::string_view value) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"";
    append_value(out_, value);
    out_ += '"';
  }

  std::string out_;
  std::vector<std::string_view> open_;  // Views into the feeds.
};

}  // namespace

std::string write_opml(std::string_view title, const std::vector<OpmlFeed>& feeds) {
  OpmlWriter writer(title);
  for (const OpmlFeed& feed : feeds) writer.write(feed);
  return std::move(writer).finish();
}

}  // namespace curlew::parse
