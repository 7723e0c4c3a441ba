// The tokens of a page: text, tags, doctypes (HTML standard, section 13.2.5). Comments
// leave no token, since trees have no place for them here. It serves the tree builder
// and whoever looks at tags without a tree.
//
// What a token refers to lives as long as the page's text and the Tokenizer. The text
// is as to_utf8() makes it: UTF-8 with "\n" as line ends and without NUL.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/tag.h"
#include "parse/character_references.h"
#include "parse/html/scratch.h"

namespace curlew::parse {

struct TokenAttribute {
  // In lower case.
  std::string_view name;
  std::string_view value;
};

// Attributes of a token among all attributes of the page.
struct AttributeSpan {
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
};

struct Token {
  enum class Kind : std::uint8_t { kText, kStartTag, kEndTag, kDoctype, kEnd };
  Kind kind = Kind::kEnd;
  dom::Tag tag = dom::Tag::kOther;
  bool is_self_closing = false;
  AttributeSpan attributes;
  // The name of a tag, in lower case; what follows "<!doctype".
  std::string_view text;
};

// How the text inside an element ends and reads.
enum class RawText {
  // <style>, <iframe>: nothing but its own end tag counts.
  kPlain,
  // <title>, <textarea>: character references count as well.
  kReferences,
  // <script>: "<!--" can hide the end tag.
  kScript,
};

// What the tokens are for.
enum class TokenUse {
  // References are decoded; attributes are kept for the whole page.
  kTree,
  // Text and values are as written; attributes last until the next token.
  kTags,
  // The same of a title or summary. A comment without end hides only what stands up to
  // the next ">": feeds write such, and the words behind it are meant.
  kFragment,
};

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view html, TokenUse use = TokenUse::kTree)
      : html_(html), use_(use) {}

  enum class Cdata { kNo, kYes };
  // kEnd when nothing is left. <![CDATA[ begins text where `cdata` says so.
  Token next(Cdata cdata = Cdata::kNo);

  // The text up to the end tag of the element that has just begun, and past that tag.
  std::string_view raw_text(std::string_view name, RawText kind);
  // The same without the text, where `tag` begins an element that holds raw text
  // wherever it stands (<script>, <title>). False when it does not.
  bool skip_raw_text(const Token& tag);
  // Everything that is left (<plaintext>).
  std::string_view rest();

  // Valid until the next token is read.
  std::span<TokenAttribute> attributes(AttributeSpan span) {
    return std::span(attributes_).subspan(span.begin, span.count);
  }

  // Where in the page the last token begins.
  std::size_t token_begin() const { return token_begin_; }
  // Where in the page reading goes on.
  std::size_t position() const { return at_; }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < html_.size() ? html_[at_ + ahead] : '\0';
  }
  bool begins_markup() const;
  Token read_text();
  bool read_markup(Cdata cdata, Token& token);
  std::string_view read_past(std::string_view end);
  void skip_comment();
  bool read_tag(Token& token);
  bool read_attributes(Token& token);
  TokenAttribute read_attribute();
  std::string_view read_value();
  void skip_space();
  std::string_view lower(std::string_view name);
  std::string_view decode(std::string_view raw, ReferencePlace place);
  std::size_t find_end_tag(std::string_view name) const;
  std::size_t find_script_end() const;
  bool is_tag_at(std::size_t at, std::string_view opening, std::string_view name) const;

  std::string_view html_;
  TokenUse use_;
  std::size_t at_ = 0;
  std::size_t token_begin_ = 0;
  std::vector<TokenAttribute> attributes_;
  Scratch scratch_;
  std::string buffer_;
  bool has_no_comment_end_ = false;
};

}  // namespace curlew::parse
