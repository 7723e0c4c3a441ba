// Chooses the handler of a request by method and path, from a table that reads as the
// list of what a server offers:
//
//   Router router;
//   router.add("GET", "/feeds/{id}", show_feed);
//   router.add("GET", "/static/{file*}", show_file);  // {name*} takes the rest.
//   auto server = start_server(options, std::move(router));
//
// The first route that fits wins. HEAD is answered by the route of GET; a path that
// only other methods know gets 405 with Allow, an unknown one 404.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/server.h"

namespace curlew::http {

// What the {name} parts of a pattern stood for; valid during the call of the handler.
class PathValues {
 public:
  // The value of `name`, empty when the pattern has no such part.
  std::string_view operator[](std::string_view name) const;
  void add(std::string_view name, std::string_view value);

 private:
  std::vector<std::pair<std::string_view, std::string_view>> values_;
};

class Router {
 public:
  using RouteHandler =
      std::function<void(const ServerRequest&, const PathValues&, Responder)>;

  // A {name} part fits one non-empty segment; {name*}, allowed last, fits any rest.
  void add(std::string method, std::string pattern, RouteHandler handler);

  // A Router is a Handler.
  void operator()(const ServerRequest& request, Responder responder) const;

 private:
  struct Route {
    std::string method;
    std::string pattern;
    RouteHandler handler;
  };
  std::vector<Route> routes_;
};

}  // namespace curlew::http
