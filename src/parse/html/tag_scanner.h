// The tags of a page one after another, without comments, doctypes and the contents of
// scripts and other raw text. Linear; for questions that need no tree.

#pragma once

#include <optional>
#include <string_view>

namespace curlew::parse {

struct ScannedTag {
  std::string_view name;        // As written.
  std::string_view attributes;  // Everything between the name and the '>'.
  std::size_t position = 0;     // Of the '<'.
  bool is_end = false;
  bool is_self_closing = false;
};

class TagScanner {
 public:
  explicit TagScanner(std::string_view html) : html_(html) {}
  std::optional<ScannedTag> next();

  // Behind the tag found last and, where that begins raw text, behind the text.
  std::size_t position() const { return at_; }

 private:
  void skip_markup_declaration();
  ScannedTag read_tag();
  void skip_raw_text(std::string_view name);
  void skip_past(std::string_view text);

  std::string_view html_;
  std::size_t at_ = 0;
};

// The value of an attribute, without quotes; nullopt when it is not there.
std::optional<std::string_view> find_attribute(std::string_view attributes,
                                               std::string_view name);

}  // namespace curlew::parse
