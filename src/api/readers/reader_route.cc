#include "api/readers/reader_route.h"

#include <iterator>
#include <utility>

#include "api/readers/fever/fever.h"
#include "api/readers/greader/greader.h"
#include "api/readers/miniflux/miniflux.h"

namespace curlew::api {
namespace {

// 0: it is not the user's mistake.
int status_of_mistake(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
    case ErrorKind::kMalformed:
      return 400;
    case ErrorKind::kNotFound:
      return 404;
    case ErrorKind::kExists:
      return 409;
    case ErrorKind::kLimit:
      return 413;
    default:
      return 0;
  }
}

}  // namespace

Page to_page(const ReaderRoute& route, const KeyReader& key, const Clock& clock) {
  return [route, &key, &clock](const http::Call& call,
                               store::Store& store) -> Result<Answer> {
    const FormFields fields(call.request);
    if (unreadable_address(call.request) || !fields.are_storable()) {
      return route.refuse(400, "what was sent is not UTF-8");
    }
    auto answer = route.handler({call, fields, store, clock.now(), key});
    if (answer.ok()) return answer;
    const int status = status_of_mistake(answer.error().kind);
    if (status == 0) return answer;
    return route.refuse(status, answer.error().text);
  };
}

std::vector<ReaderRoute> make_reader_routes() {
  std::vector<ReaderRoute> all = greader_routes();
  for (auto* more : {&fever_routes, &miniflux_routes}) {
    auto some = more();
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace curlew::api
