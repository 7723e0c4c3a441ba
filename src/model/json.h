// A JSON document as a tree: members in the document's order, numbers as they were
// written, so that nothing is rounded before it is compared.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace curlew::model {

struct Json {
  enum class Kind { kNull, kFalse, kTrue, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  // A string's characters, or a number as written.
  std::string text;
  // Of an array, or the values of an object's members.
  std::vector<Json> items;
  // Of an object: the name of each item. None is there twice.
  std::vector<std::string> keys;

  static Json string(std::string value) {
    return {.kind = Kind::kString, .text = std::move(value)};
  }
  static Json array() { return {.kind = Kind::kArray}; }
  static Json object() { return {.kind = Kind::kObject}; }

  bool is_null() const { return kind == Kind::kNull; }
  bool is_bool() const { return kind == Kind::kFalse || kind == Kind::kTrue; }
  bool is_number() const { return kind == Kind::kNumber; }
  bool is_string() const { return kind == Kind::kString; }
  bool is_array() const { return kind == Kind::kArray; }
  bool is_object() const { return kind == Kind::kObject; }

  // The member of that name, or none. Looks at all of them.
  const Json* find(std::string_view key) const {
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i] == key) return &items[i];
    return nullptr;
  }
  bool contains(std::string_view key) const { return find(key) != nullptr; }
  // Of an object without such a member.
  Json& add(std::string key, Json value) {
    keys.push_back(std::move(key));
    items.push_back(std::move(value));
    return *this;
  }

  bool operator==(const Json&) const = default;
};

}  // namespace curlew::model
