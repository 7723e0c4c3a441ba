#include "api/packed.h"

#include <array>
#include <string_view>
#include <utility>
#include <variant>

#include "http/accept_encoding.h"
#include "http/gzip.h"
#include "http/message.h"

namespace curlew::api {
namespace {

// Less than that is one packet in any form.
constexpr std::size_t kShort = 1'024;

// Pictures and archives are packed already. Without a type it is that of the route,
// which has one text for all.
bool is_text(std::string_view type) {
  return type.empty() || type.starts_with("text/") || type.find("json") != type.npos ||
         type.find("xml") != type.npos;
}

}  // namespace

bool takes_gzip(const http::Call& call) {
  static constexpr std::array<std::string_view, 1> kForms = {"gzip"};
  return !http::preferred_encoding(
              http::joined_header(call.request.headers, "Accept-Encoding"), kForms)
              .empty();
}

void pack_for(const http::Call& call, Body& body) {
  const bool is_worth_it = body.text.size() > kShort && is_text(body.type);
  if (!is_worth_it || http::find_header(body.headers, "Vary")) return;
  body.headers.emplace_back("Vary", "Accept-Encoding");
  if (!takes_gzip(call)) return;
  body.text = http::pack_gzip(body.text);
  body.headers.emplace_back("Content-Encoding", "gzip");
}

Page packed(Page page) {
  return [page = std::move(page)](const http::Call& call,
                                  store::Store& store) -> Result<Answer> {
    TRY_ASSIGN(Answer answer, page(call, store));
    if (auto* const body = std::get_if<Body>(&answer)) pack_for(call, *body);
    return answer;
  };
}

}  // namespace curlew::api
