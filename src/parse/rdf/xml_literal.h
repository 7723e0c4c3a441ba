// XML inside of a property ("parseType Literal") as the text that stands for it: by
// Exclusive XML Canonicalization with comments
// (https://www.w3.org/TR/xml-exc-c14n/), so that the way it was written does not
// matter.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace curlew::parse {

struct XmlName {
  // Empty: in no namespace.
  std::string_view space;
  std::string_view local;
  std::string_view prefix;

  // "prefix:local"
  std::string written() const;
};

struct XmlNameAndValue {
  XmlName name;
  std::string_view value;
};

class XmlLiteralWriter {
 public:
  void start(const XmlName& name, const std::vector<XmlNameAndValue>& attributes);
  void end();
  void text(std::string_view text);
  void comment(std::string_view text);
  void instruction(std::string_view target, std::string_view text);

  int depth() const { return static_cast<int>(open_.size()); }
  std::string take() { return std::move(out_); }
  std::size_t size() const { return out_.size(); }

 private:
  struct Open {
    std::string name;
    // What the prefixes that this element declares meant before.
    std::vector<std::pair<std::string, std::string>> before;
  };

  void declare(const XmlName& name, std::map<std::string, std::string>& declared);

  std::string out_;
  std::vector<Open> open_;
  // What prefixes mean in what is written so far.
  std::map<std::string, std::string> meanings_;
};

}  // namespace curlew::parse
