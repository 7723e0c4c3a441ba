// A feed document while it is read: where the reader is, what is in scope there, and
// what the caller asked for. The functions that read parts of a feed all take one.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "parse/feed.h"
#include "parse/xml_feed/elements.h"
#include "parse/xml_reader.h"
#include "parse/xml_scope.h"

namespace curlew::parse {

class FeedDocument {
 public:
  FeedDocument(std::string_view text, const FeedContext& context,
               const FeedLimits& limits, Allowance& allowance);

  int depth() const { return xml_.depth(); }
  bool is_truncated() const { return xml_.is_truncated(); }
  bool is_too_deep() const { return xml_.is_too_deep(); }

  // Goes to the next child of the element at `depth`; see XmlReader.
  bool next_child(int depth);
  Element element() const { return element_; }
  Namespace name_space() const { return scopes_.name_space(); }
  std::string_view name() const { return xml_.name(); }
  void close_parent() { xml_.close_parent(); }

  // Of the current element. `name` is lower case and without prefix; empty when absent.
  std::string attribute(std::string_view name) const;
  bool has_attribute(std::string_view name) const;

  XmlContent read_content(CdataBesideMarkup cdata) { return xml_.read_content(cdata); }
  // White space at both ends is removed.
  std::string read_text();
  // The same, for what is one line to people: cut at FeedLimits::line.
  std::string read_line();
  std::string read_language();
  // Its text as an address.
  std::string read_link();

  const std::shared_ptr<const BaseAddress>& base() const { return scopes_.base(); }
  const std::string& language() const { return scopes_.language(); }
  std::string resolve(std::string_view link);
  Allowance& allowance() { return allowance_; }

  FeedKind kind = FeedKind::kRss;
  TitleForm titles;
  FeedLimits limits;

 private:
  XmlReader xml_;
  XmlScopes scopes_;
  Allowance& allowance_;
  Element element_ = Element::kUnknown;
};

}  // namespace curlew::parse
