#include "api/pictures.h"

#include <iterator>
#include <utility>

#include "http/message.h"
#include "url/url.h"

namespace curlew::api {
namespace {

constexpr Milliseconds kPicturePoll{50};
constexpr int kMostHops = 5;
// Also of addresses that have none.
constexpr std::size_t kMostPictures = 2'000;

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 ||
         status == 308;
}

}  // namespace

std::string_view picture_type(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\x89PNG\r\n\x1a\n"sv)) return "image/png";
  if (bytes.starts_with("\xff\xd8\xff"sv)) return "image/jpeg";
  if (bytes.starts_with("GIF87a"sv) || bytes.starts_with("GIF89a"sv)) {
    return "image/gif";
  }
  const std::string_view brand = bytes.size() >= 12 ? bytes.substr(8, 4) : ""sv;
  if (bytes.starts_with("RIFF"sv) && brand == "WEBP"sv) return "image/webp";
  const bool is_boxed = bytes.size() >= 12 && bytes.substr(4, 4) == "ftyp"sv;
  if (is_boxed && (brand == "avif"sv || brand == "avis"sv)) return "image/avif";
  return {};
}

std::shared_ptr<const Picture> Pictures::get(const std::string& url) {
  if (auto known = find(url)) return *std::move(known);
  auto picture = fetch(url);
  keep(url, picture);
  return picture;
}

// A client of its own for each: two of a user are on their way at a time.
std::shared_ptr<const Picture> Pictures::fetch(const std::string& url) const {
  http::ClientOptions own = options_.client;
  own.max_connections = 1;
  own.resolver_threads = 1;
  const auto client = http::make_curl_client(std::move(own), clock_);
  std::string address = url;
  for (int hop = 0; hop < kMostHops; ++hop) {
    http::Request request;
    request.url = address;
    request.headers.push_back({"Accept", "image/avif,image/webp,image/png,image/*"});
    request.limits.body = options_.largest;
    request.limits.total = options_.longest;
    const auto came = std::make_shared<std::optional<http::Response>>();
    client->start(std::move(request),
                  [came](http::Response response) { *came = std::move(response); });
    while (!came->has_value()) {
      if (options_.gives_up && options_.gives_up()) return nullptr;
      client->poll(kPicturePoll);
    }
    http::Response& response = **came;
    if (response.end != http::TransferEnd::kCompleted) return nullptr;
    if (is_redirect(response.status)) {
      const auto to = http::find_header(response.headers, "Location");
      auto next = to ? url::resolve(*to, address) : std::nullopt;
      if (!next) return nullptr;
      address = *std::move(next);
      continue;
    }
    const std::string_view type = picture_type(response.body);
    if (response.status != 200 || type.empty()) return nullptr;
    return std::make_shared<const Picture>(Picture{type, std::move(response.body)});
  }
  return nullptr;
}

std::optional<std::shared_ptr<const Picture>> Pictures::find(const std::string& url) {
  const std::lock_guard lock(mutex_);
  const auto found = by_url_.find(url);
  if (found == by_url_.end() || found->second->until < clock_.steady()) {
    return std::nullopt;
  }
  return found->second->picture;
}

void Pictures::keep(const std::string& url,
                    const std::shared_ptr<const Picture>& picture) {
  const std::lock_guard lock(mutex_);
  if (const auto known = by_url_.find(url); known != by_url_.end()) {
    if (known->second->picture) bytes_ -= known->second->picture->bytes.size();
    kept_.erase(known->second);
    by_url_.erase(known);
  }
  kept_.push_back({url, clock_.steady() + options_.kept_for, picture});
  by_url_[url] = std::prev(kept_.end());
  if (picture) bytes_ += picture->bytes.size();
  while (bytes_ > options_.kept || kept_.size() > kMostPictures) drop_oldest();
}

void Pictures::drop_oldest() {
  const Kept& oldest = kept_.front();
  if (oldest.picture) bytes_ -= oldest.picture->bytes.size();
  by_url_.erase(oldest.url);
  kept_.pop_front();
}

}  // namespace curlew::api
