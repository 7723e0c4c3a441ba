#include "page_requests.h"

#include <fmt/format.h>

namespace curlew {
namespace {

// Words of made_up_words.cc: one of many texts, one of few; and one of none.
constexpr const char* kFrequent = "karo";
constexpr const char* kRare = "nixsoli";
constexpr const char* kNone = "xylophagous";
// A source that brings a lot, and a page with many versions (fill_store.cc).
constexpr int kBusy = 5;
constexpr int kWatched = 7;

class Requests {
 public:
  void add(const std::string& view, const std::string& path, bool has_next = false) {
    PageRequest& request = all_.emplace_back();
    request.view = view;
    request.target = "/api/v1/" + path;
    request.has_next = has_next;
  }
  void post(const std::string& view, const std::string& path, std::string body) {
    add(view, path);
    all_.back().method = "POST";
    all_.back().body = std::move(body);
  }
  PageRequest& app(const std::string& view, const std::string& target,
                   std::string authorization) {
    PageRequest& request = all_.emplace_back();
    request.view = view;
    request.target = target;
    request.authorization = std::move(authorization);
    return request;
  }
  std::vector<PageRequest> take() { return std::move(all_); }

 private:
  std::vector<PageRequest> all_;
};

void add_reading(Requests& all, const Known& known) {
  all.add("frame", "me");
  all.add("frame", "lists");
  all.add("frame", "health");
  all.add("clips", "clips", true);
  all.add("clips", fmt::format("clips?list={}", known.list), true);
  all.add("clips", "clips?unread=true");
  all.add("clips", "clips?starred=true");
  all.add("clips", "clips?muted=true");
  all.add("clips", fmt::format("clips?q={}", kFrequent));
  all.add("clips", fmt::format("clips?q={}", kNone));
  all.add("clips", fmt::format("clips?list={}&q={}", known.list, kNone));
  all.post("clips", "lists/preview",
           fmt::format(R"({{"queries": ["{} OR {}"]}})", kFrequent, kRare));
  all.add("articles", "folders");
  all.add("articles", "articles", true);
  all.add("articles", "articles?unread=true", true);
  all.add("articles", "articles?starred=true");
  all.add("articles", "articles?muted=true");
  all.add("articles", "articles?tag=later");
  all.add("articles", "articles?folder=Area%2017", true);
  all.add("articles", "articles?folder=Area%2018/Place%203");
  all.add("articles", "articles?folder=Area%2017&unread=true");
  all.add("articles", "articles?folder=No%20such");
  all.add("articles", fmt::format("articles?source={}", kBusy), true);
  all.add("articles", fmt::format("articles?source={}&unread=true", kBusy));
  for (const char* word : {kFrequent, kRare, kNone}) {
    all.add("articles", fmt::format("articles?q={}", word), word == kFrequent);
    all.add("articles", fmt::format("articles?q={}&order=best", word));
  }
  all.add("articles", fmt::format("articles?q={}&folder=Area%2017", kFrequent));
  all.add("articles", fmt::format("articles?q={}&unread=true", kFrequent));
  all.add("articles", fmt::format("articles?q={}&starred=true", kFrequent));
  all.add("reading", fmt::format("articles/{}", known.articles - 50));
}

void add_sources(Requests& all) {
  all.add("sources", "sources?limit=200", true);
  all.add("sources", "sources?ids=5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20");
  for (const char* sort : {"folder", "last_new", "next_due", "failures"}) {
    all.add("sources", fmt::format("sources?limit=200&sort={}", sort), true);
  }
  for (const char* text : {kFrequent, kRare, kNone, "k", "ka", "example", "zz"}) {
    all.add("sources", fmt::format("sources?limit=200&q={}", text));
  }
  all.add("sources", fmt::format("sources?limit=200&q={}&sort=last_new", kFrequent));
  all.add("sources", fmt::format("sources?limit=200&q={}&folder=Area%2017", kFrequent));
  all.add("sources", "sources?limit=200&folder=Area%2017", true);
  for (const char* state : {"active", "failing", "paused", "problem", "due", "late"}) {
    all.add("sources", fmt::format("sources?limit=200&state={}", state));
  }
  all.add("sources", "sources?limit=200&kind=page");
  all.add("sources", "sources?limit=200&kind=data");
  all.add("problems", "problems");
  for (const int source : {kBusy, kWatched}) {
    all.add("source", fmt::format("sources/{}", source));
    all.add("source", fmt::format("sources/{}/visits", source), true);
    all.add("source", fmt::format("sources/{}/delays", source));
    all.add("versions", fmt::format("sources/{}/versions", source), source == kWatched);
  }
  all.add("versions", fmt::format("sources/{}/versions?limit=1", kWatched));
}

void add_running(Requests& all, const Known& known) {
  all.add("topics", "topics");
  all.add("topics", fmt::format("topics/{}", known.topic));
  all.add("topics", fmt::format("topics/{}/articles", known.topic), true);
  all.add("topics", fmt::format("topics/{}/log?limit=50", known.topic));
  all.add("topics", fmt::format("topics/{}/frontier", known.topic));
  for (const int days : {1, 7, 30})
    all.add("delay", fmt::format("delay?days={}", days));
  all.add("operation", "operation");
  all.add("operation", "courtesy");
  all.add("operation", fmt::format("courtesy?host={}", kFrequent));
  for (const char* path : {"users", "invitations", "me/tokens", "me/app-passwords",
                           "me/sessions", "deliveries?limit=8"}) {
    all.add("settings", path);
  }
  all.add("settings", fmt::format("deliveries?list={}&limit=8", known.list));
}

void add_reader_apps(Requests& all, const Known& known) {
  const std::string google = "GoogleLogin auth=" + known.app_login;
  const std::string list = "user/-/state/com.google/reading-list";
  const auto reader = [&](const std::string& path) {
    all.app("Google Reader", "/reader/api/0/" + path, google);
  };
  reader("subscription/list?output=json");
  reader("tag/list?output=json");
  reader("unread-count?output=json");
  reader("stream/items/ids?output=json&n=1000&s=" + list);
  reader("stream/items/ids?output=json&n=10000&s=" + list);
  reader("stream/items/ids?output=json&n=10000&xt=user/-/state/com.google/read&s=" +
         list);
  reader("stream/items/ids?output=json&n=1000&s=user/-/state/com.google/starred");
  reader("stream/contents/" + list + "?output=json&n=50");
  reader(fmt::format("stream/contents/feed/{}?output=json&n=50", kBusy));
  reader("stream/contents/user/-/label/Area%2017?output=json&n=50");
  std::string password = known.app_login.substr(known.app_login.find('/') + 1);
  const auto miniflux = [&](const std::string& path) {
    all.app("Miniflux", "/v1/" + path, "X-Auth-Token " + password);
  };
  miniflux("feeds");
  miniflux("categories");
  miniflux("feeds/counters");
  miniflux("entries?limit=100&order=published_at&direction=desc");
  miniflux("entries?limit=100&status=unread&order=published_at&direction=desc");
  miniflux("entries?limit=100&starred=true");
  miniflux(fmt::format("feeds/{}/entries?limit=100", kBusy));
  miniflux(fmt::format("entries/{}", known.articles - 50));
  for (const std::string& what :
       {std::string("groups"), std::string("feeds"), std::string("unread_item_ids"),
        std::string("saved_item_ids"),
        fmt::format("items&since_id={}", known.articles - 1000)}) {
    PageRequest& request = all.app("Fever", "/fever/?api&" + what, "");
    request.method = "POST";
    request.content_type = "application/x-www-form-urlencoded";
    request.body = "api_key=" + known.fever_key;
  }
}

}  // namespace

std::vector<PageRequest> page_requests(const Known& known) {
  Requests all;
  add_reading(all, known);
  add_sources(all);
  add_running(all, known);
  add_reader_apps(all, known);
  return all.take();
}

}  // namespace curlew
