// The words of the Google Reader API: streams ("feed/7", "user/-/label/News",
// "user/-/state/com.google/starred") and the long and short names of items.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/readers/form_fields.h"
#include "service/reader_items.h"

namespace curlew::api {

inline constexpr std::string_view kReadingList = "user/-/state/com.google/reading-list";
inline constexpr std::string_view kReadState = "user/-/state/com.google/read";
inline constexpr std::string_view kFreshState = "user/-/state/com.google/fresh";
inline constexpr std::string_view kStarredState = "user/-/state/com.google/starred";

std::string feed_stream(std::int64_t feed);
std::string label_stream(std::string_view folder);

// The folder of a label; nullopt: it is another stream. Whatever stands for the user is
// taken for the caller.
std::optional<std::string> parse_label(std::string_view stream);
// Of "feed/7".
std::optional<std::int64_t> parse_feed_stream(std::string_view stream);
// "read" of "user/-/state/com.google/read"; empty: it is not a state.
std::string_view parse_state(std::string_view stream);

// "tag:google.com,2005:reader/item/000000000000002a"
std::string long_item_id(std::int64_t number);
// Of the long form, of its sixteen digits alone, or of the short one, which is decimal.
std::optional<std::int64_t> parse_item_id(std::string_view id);

// What is asked for of a stream: n, r=o, ot, nt, c, xt, it. nullopt: there is no such
// stream.
std::optional<service::ReaderQuery> to_stream_query(model::UserId user,
                                                    std::string_view stream,
                                                    const FormFields& fields,
                                                    std::size_t most);

}  // namespace curlew::api
