#include "parse/json_feed/json_feed.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "parse/character_references.h"
#include "parse/date.h"
#include "parse/made_fields.h"
#include "parse/markup.h"

namespace curlew::parse {
namespace {

namespace json = simdjson::ondemand;

// simdjson inlines all of itself into every loop and every look at a value. Written
// once for all, they take a third of the time to compile.
using OnField = std::function<void(std::string_view key, json::value value)>;
using OnItem = std::function<void(json::value item)>;

[[gnu::noinline]] void for_each_field(json::object object, const OnField& visit) {
  for (json::field field : object) {
    const std::string_view key = field.unescaped_key();
    visit(key, field.value());
  }
}

[[gnu::noinline]] json::json_type type_of(json::value value) { return value.type(); }

// Of what is not an object, none.
[[gnu::noinline]] void for_each_field(json::value value, const OnField& visit) {
  if (type_of(value) == json::json_type::object) {
    for_each_field(json::object(value.get_object()), visit);
  }
}

// Of what is not a list, none.
[[gnu::noinline]] void for_each_item(json::value value, const OnItem& visit) {
  if (type_of(value) != json::json_type::array) return;
  for (json::value item : value.get_array()) visit(item);
}

// A string, or a number or boolean as text: ids are often numbers. Others are empty.
[[gnu::noinline]] std::string text_of(json::value value) {
  switch (type_of(value)) {
    case json::json_type::string:
      // Escaped halves of characters outside of the BMP stand alone at times.
      return std::string(std::string_view(value.get_string()));
    case json::json_type::number:
    case json::json_type::boolean:
      return std::string(trimmed(std::string_view(value.raw_json_token())));
    default:
      return {};
  }
}

std::string trimmed_text_of(json::value value) {
  return std::string(trimmed(text_of(value)));
}

// 1.0 has one author, 1.1 a list of them. The first name counts.
std::string name_of_author(json::value author) {
  std::string name;
  for_each_field(author, [&](std::string_view key, json::value value) {
    if (key == "name") name = trimmed_text_of(value);
  });
  return name;
}

std::string name_of_first_author(json::value authors) {
  std::string name;
  for_each_item(authors, [&](json::value author) {
    std::string candidate = name_of_author(author);
    if (name.empty()) name = std::move(candidate);
  });
  return name;
}

class JsonFeedReader {
 public:
  JsonFeedReader(const FeedContext& context, const FeedLimits& limits,
                 Allowance& allowance)
      : base_(base_of(context)), limits_(limits), allowance_(allowance) {
    feed_.kind = FeedKind::kJsonFeed;
    feed_.language = utf8_prefix(context.content_language, limits_.language);
  }

  void read(json::object object) {
    for_each_field(object, [this](std::string_view key, json::value value) {
      read_field(key, value);
    });
  }

  bool is_feed() const { return is_feed_; }

  Feed take() {
    for (model::Entry& entry : feed_.entries) {
      inherit(entry.language, feed_.language);
      inherit(entry.author, author_);
    }
    return std::move(feed_);
  }

 private:
  void inherit(std::string& field, const std::string& value) {
    if (field.empty() && allowance_.take(value.size())) field = value;
  }

  void read_field(std::string_view key, json::value value) {
    if (key == "version") {
      is_feed_ = is_feed_ || text_of(value).find("jsonfeed.org") != std::string::npos;
    } else if (key == "title") {
      feed_.title = line(trimmed_text_of(value));
    } else if (key == "home_page_url") {
      feed_.link = address_of(value);
    } else if (key == "feed_url") {
      feed_.self_link = address_of(value);
    } else if (key == "description") {
      feed_.description = escaped_text_of(value);
    } else if (key == "language") {
      feed_.language = language_of(value);
    } else if (key == "author") {
      author_ = line(name_of_author(value));
    } else if (key == "authors") {
      author_ = line(name_of_first_author(value));
    } else if (key == "hubs") {
      read_hubs(value);
    } else if (key == "items") {
      read_items(value);
    }
  }

  void read_hubs(json::value hubs) {
    for_each_item(hubs, [this](json::value hub) {
      for_each_field(hub, [this](std::string_view key, json::value value) {
        if (key == "url" && feed_.hub.empty()) feed_.hub = address_of(value);
      });
    });
  }

  void read_items(json::value items) {
    is_feed_ = is_feed_ || type_of(items) == json::json_type::array;
    for_each_item(items, [this](json::value item) {
      if (type_of(item) != json::json_type::object) return;
      model::Entry entry = read_item(item);
      if (feed_.entries.size() < limits_.entries) {
        feed_.entries.push_back(std::move(entry));
      } else {
        ++feed_.left_out;
      }
    });
  }

  model::Entry read_item(json::value item) {
    model::Entry entry;
    std::string external_url;
    std::string content_text;
    for_each_field(item, [&](std::string_view key, json::value value) {
      if (key == "external_url") {
        external_url = address_of(value);
      } else if (key == "content_text") {
        content_text = escaped_text_of(value);
      } else {
        read_item_field(entry, key, value);
      }
    });
    if (entry.link.empty()) entry.link = std::move(external_url);
    if (entry.content.empty()) entry.content = std::move(content_text);
    make_missing_fields(entry, allowance_);
    return entry;
  }

  void read_item_field(model::Entry& entry, std::string_view key, json::value value) {
    if (key == "id") {
      entry.id = trimmed_text_of(value);
    } else if (key == "url") {
      entry.link = address_of(value);
    } else if (key == "title") {
      entry.title = line(trimmed_text_of(value));
    } else if (key == "content_html") {
      entry.content = cut(text_of(value));
      resolve_addresses(entry.content, base_, allowance_);
    } else if (key == "summary") {
      entry.summary = escaped_text_of(value);
    } else if (key == "date_published") {
      entry.published = parse_date(text_of(value));
    } else if (key == "date_modified") {
      entry.updated = parse_date(text_of(value));
    } else if (key == "author") {
      entry.author = line(name_of_author(value));
    } else if (key == "authors") {
      entry.author = line(name_of_first_author(value));
    } else if (key == "language") {
      entry.language = language_of(value);
    } else if (key == "tags") {
      read_tags(entry, value);
    } else if (key == "attachments") {
      read_attachments(entry, value);
    }
  }

  void read_tags(model::Entry& entry, json::value tags) {
    for_each_item(tags, [&](json::value tag) {
      std::string text = line(trimmed_text_of(tag));
      if (!text.empty() && may_add(entry.categories)) {
        entry.categories.push_back(std::move(text));
      }
    });
  }

  void read_attachments(model::Entry& entry, json::value attachments) {
    for_each_item(attachments, [&](json::value attachment) {
      model::Enclosure enclosure;
      for_each_field(attachment, [&](std::string_view key, json::value value) {
        if (key == "url") enclosure.url = address_of(value);
        if (key == "mime_type") enclosure.type = line(trimmed_text_of(value));
        if (key == "size_in_bytes" && type_of(value) == json::json_type::number) {
          double size = 0;
          if (value.get_double().get(size) == simdjson::SUCCESS && size > 0) {
            enclosure.length = static_cast<std::uint64_t>(std::min(size, 1e18));
          }
        }
      });
      if (!enclosure.url.empty() && may_add(entry.enclosures)) {
        entry.enclosures.push_back(std::move(enclosure));
      }
    });
  }

  std::string address_of(json::value value) {
    return base_.resolve(text_of(value), allowance_);
  }

  // These fields are plain text, and an Entry's are HTML.
  std::string escaped_text_of(json::value value) {
    const std::string text = cut(trimmed_text_of(value));
    std::string html;
    append_escaped(html, text);
    if (!allowance_.take(html.size() - text.size())) html.clear();
    return html;
  }

  std::string line(std::string text) const {
    cut_utf8(text, limits_.line);
    return text;
  }

  std::string language_of(json::value value) {
    return std::string(utf8_prefix(trimmed_text_of(value), limits_.language));
  }

  template <typename Member>
  bool may_add(const std::vector<Member>& list) {
    return list.size() < limits_.list && allowance_.take(sizeof(Member));
  }

  std::string cut(std::string text) const {
    cut_utf8(text, limits_.text);
    return text;
  }

  const BaseAddress base_;
  const FeedLimits& limits_;
  Allowance& allowance_;
  Feed feed_;
  std::string author_;
  bool is_feed_ = false;
};

// What a document that was cut needs for simdjson to begin with it. The bracket is
// wrong within an item on purpose: an item that was cut must end in an error.
constexpr std::string_view kEnd = "]}";
constexpr std::string_view kEndWithinString = "\"]}";

void read_document(std::string_view text, JsonFeedReader& reader) {
  json::parser parser;
  simdjson::padded_string padded(text);
  if (!text.ends_with('}')) {
    padded = simdjson::padded_string(std::string(text).append(kEnd));
  }
  json::document document;
  auto error = parser.iterate(padded).get(document);
  if (error == simdjson::UNCLOSED_STRING) {
    padded = simdjson::padded_string(std::string(text).append(kEndWithinString));
    error = parser.iterate(padded).get(document);
  }
  if (error != simdjson::SUCCESS) throw simdjson::simdjson_error(error);
  reader.read(document.get_object());
}

}  // namespace

Result<Feed> parse_json_feed(std::string_view text, const FeedContext& context,
                             const FeedLimits& limits, Allowance& allowance) {
  JsonFeedReader reader(context, limits, allowance);
  bool is_whole = text.ends_with('}');
  std::string fault = "it has neither a version of JSON Feed nor items";
  try {
    read_document(text, reader);
  } catch (const simdjson::simdjson_error& error) {
    is_whole = false;
    fault = error.what();
  }
  if (!reader.is_feed()) {
    return Error{ErrorKind::kMalformed, fmt::format("JSON, but no feed: {}", fault)};
  }
  Feed feed = reader.take();
  feed.is_cut = !is_whole;
  return feed;
}

}  // namespace curlew::parse
