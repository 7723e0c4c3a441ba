// Articles, clips and lists as the API tells them.

#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/sealing.h"
#include "service/reading.h"
#include "service/search.h"
#include "store/store.h"

namespace curlew::api {

// Stretches of a text, marked or not: [{"text": "…", "marked": false}].
boost::json::array to_runs(std::string_view text,
                           const std::vector<service::SnippetMark>& marks);

// A picture that belongs to an article: in its text, at its head, or a file of its.
struct ShownPicture {
  std::string url;
  // "text", "lead" or "enclosed".
  std::string_view place;
};
// Those of the text come first, numbered as in its html.
std::vector<ShownPicture> pictures_of(const service::ArticleDetail& detail);

boost::json::object to_object(const service::ReadingRow& row);
boost::json::object to_object(const service::ReadArticle& read);
boost::json::object to_object(const service::ReadingClip& clip);
// `key` opens where it is sent, and the address of its feed; what cannot be opened is
// not told.
boost::json::object to_object(const service::CountedList& list, const KeyReader& key);
boost::json::object delivery_object(const store::DeliveryRow& row);
boost::json::object preview_object(const service::Preview& preview,
                                   std::vector<service::ReadingRow> rows,
                                   const std::vector<std::string>& unknown_topics);

}  // namespace curlew::api
