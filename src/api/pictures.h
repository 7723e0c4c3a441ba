// Pictures that articles show, got for their readers: through the guarded client, so
// that no address of a stranger leads into the network, and so that their servers learn
// nothing of who reads what. Small ones are kept a while in memory.
//
// From any thread.

#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/time.h"
#include "http/client.h"

namespace curlew::api {

struct Picture {
  // "image/png": by its bytes, whatever its server says.
  std::string_view type;
  std::string bytes;
};

// "image/png" of the bytes of a PNG, JPEG, GIF, WebP or AVIF picture; empty for all
// else: SVG can do more than show.
std::string_view picture_type(std::string_view bytes);

struct PicturesOptions {
  http::ClientOptions client;
  Bytes largest = 4_MiB;
  Milliseconds longest{10'000};
  // Of all that are kept.
  Bytes kept = 32_MiB;
  // How long one is kept; also that there was none.
  Milliseconds kept_for{10 * 60'000};
  // Asked while it waits: true ends it.
  std::function<bool()> gives_up = nullptr;
};

class Pictures {
 public:
  // `clock` outlives it.
  Pictures(PicturesOptions options, const Clock& clock)
      : options_(std::move(options)), clock_(clock) {}

  // Waits for its server. Null: there is none, or it is no picture, or too large.
  std::shared_ptr<const Picture> get(const std::string& url);

 private:
  struct Kept {
    std::string url;
    SteadyTime until;
    std::shared_ptr<const Picture> picture;
  };

  std::shared_ptr<const Picture> fetch(const std::string& url) const;
  std::optional<std::shared_ptr<const Picture>> find(const std::string& url);
  void keep(const std::string& url, const std::shared_ptr<const Picture>& picture);
  void drop_oldest();

  const PicturesOptions options_;
  const Clock& clock_;
  std::mutex mutex_;
  // The oldest first.
  std::list<Kept> kept_;
  std::unordered_map<std::string, std::list<Kept>::iterator> by_url_;
  Bytes bytes_ = 0;
};

}  // namespace curlew::api
