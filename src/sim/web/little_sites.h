// The little web without its sockets: which document each address shows at each moment.
// Pure but for the time it is given.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/server.h"
#include "sim/web/feed_writer.h"
#include "sim/web/little_web.h"
#include "sim/web/newsroom.h"
#include "sim/web/representation.h"
#include "sim/web/ring.h"

namespace curlew::sim {

// Thread-safe: nothing in it changes.
class LittleSites {
 public:
  LittleSites(NewsroomOptions newsroom, std::size_t items_shown, std::uint16_t port);

  // What `site` ("herald") answers. Unknown sites and addresses get 404.
  http::ServerResponse answer(std::string_view site, const http::ServerRequest& request,
                              Time now) const;

  std::vector<LittleSource> sources() const;
  std::vector<Publication> published(Time from, Time until) const;
  const Tempo& tempo() const { return newsroom_.tempo(); }
  const Ring& ring() const { return ring_; }

 private:
  std::string origin(std::string_view site) const;
  LittleSource feed_source(const Site& site) const;
  http::ServerResponse answer_for(const Site& site, const http::ServerRequest& request,
                                  Time now) const;
  Representation feed(const Site& site, std::span<const Story> stories,
                      const FeedDocument& document) const;
  std::optional<Representation> page(const Site& site, std::string_view path,
                                     Time now) const;
  Representation listing(const Site& site, std::optional<Section> section,
                         Time now) const;
  std::optional<Representation> article(const Site& site, std::string_view path,
                                        Time now) const;

  const Newsroom newsroom_;
  const Ring ring_;
  const std::uint64_t seed_;
  const std::size_t items_shown_;
  const std::uint16_t port_;
};

}  // namespace curlew::sim
