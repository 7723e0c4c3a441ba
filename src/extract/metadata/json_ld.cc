#include "extract/metadata/json_ld.h"

#include <algorithm>

#include "extract/metadata/json_scanner.h"

namespace curlew::extract {
namespace {

constexpr std::size_t kMaxItems = 2000;

std::string_view without_vocabulary(std::string_view type) {
  const std::size_t slash = type.find_last_of("/:#");
  return slash == type.npos ? type : type.substr(slash + 1);
}

void set_once(std::string& field, std::string value) {
  if (field.empty()) field = std::move(value);
}

void add_name(std::string& names, const std::string& name) {
  if (name.empty() || names.find(name) != names.npos) return;
  if (!names.empty()) names += ", ";
  names += name;
}

// Puts what the scanner finds into items. Values of inner objects that only matter to
// the outer one (author's name, image's url) are handed up when the inner one ends.
class ItemCollector : public JsonEvents {
 public:
  explicit ItemCollector(std::vector<JsonLdItem>& items) : items_(items) {}

  void on_object_begin(std::string_view key) override {
    open_.push_back({items_.size(), std::string(key)});
    items_.emplace_back().depth = int(open_.size()) - 1;
  }

  void on_object_end() override {
    if (open_.empty()) return;
    const Open closed = open_.back();
    open_.pop_back();
    if (!open_.empty())
      hand_up(closed.key, items_[closed.item], items_[open_.back().item]);
  }

  void on_string(std::string_view key, std::string value) override {
    if (open_.empty() || items_.size() > kMaxItems) return;
    set(items_[open_.back().item], key, std::move(value));
  }

 private:
  struct Open {
    std::size_t item;
    std::string key;  // Under which the outer object has it.
  };

  static void hand_up(const std::string& key, const JsonLdItem& inner,
                      JsonLdItem& outer) {
    if (key == "author" || key == "creator") add_name(outer.author, inner.name);
    if (key == "image" || key == "thumbnail") set_once(outer.image, inner.url);
  }

  static void set(JsonLdItem& item, std::string_view key, std::string value) {
    if (key == "@type")
      item.types.emplace_back(without_vocabulary(value));
    else if (key == "name")
      set_once(item.name, std::move(value));
    else if (key == "headline")
      set_once(item.headline, std::move(value));
    else if (key == "author" || key == "creator")
      add_name(item.author, value);
    else if (key == "datePublished" || key == "dateCreated" || key == "uploadDate")
      set_once(item.published, std::move(value));
    else if (key == "dateModified")
      set_once(item.modified, std::move(value));
    else if (key == "articleBody" || key == "text")
      set_once(item.body, std::move(value));
    else if (key == "image" || key == "thumbnailUrl")
      set_once(item.image, std::move(value));
    else if (key == "url" || key == "contentUrl")
      set_once(item.url, std::move(value));
  }

  std::vector<JsonLdItem>& items_;
  std::vector<Open> open_;
};

}  // namespace

bool JsonLdItem::is(std::string_view type) const {
  return std::ranges::find(types, type) != types.end();
}

void read_json_ld(std::string_view json, std::vector<JsonLdItem>& items) {
  ItemCollector collector(items);
  scan_json(json, collector);
  std::erase_if(items, [](const JsonLdItem& item) { return item.types.empty(); });
}

}  // namespace curlew::extract
