#include "http/easy_pool.h"

#include <malloc.h>

#include <utility>

#include "base/check.h"

namespace curlew::http {
namespace {

constexpr const char* kSystemCaFile = "/etc/ssl/certs/ca-certificates.crt";

}  // namespace

void prepare_libcurl() {
  static const bool once = [] {
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  }();
  CHECK(once);
}

void append(Slist& list, const std::string& line) {
  auto* longer = curl_slist_append(list.get(), line.c_str());
  CHECK(longer != nullptr);
  static_cast<void>(list.release());
  list.reset(longer);
}

EasyPool::EasyPool(std::string user_agent, std::string ca_file, std::size_t max_idle)
    : user_agent_(std::move(user_agent)),
      ca_file_(ca_file.empty() ? kSystemCaFile : std::move(ca_file)),
      max_idle_(max_idle) {}

EasyHandle EasyPool::take() {
  if (!idle_.empty()) {
    auto easy = std::move(idle_.back());
    idle_.pop_back();
    return easy;
  }
  EasyHandle easy(curl_easy_init());
  CHECK(easy != nullptr);
  set_up(easy.get());
  return easy;
}

void EasyPool::give_back(EasyHandle easy, Use use) {
  if (idle_.size() >= max_idle_) return;
  if (use == Use::kUnusual) {
    curl_easy_reset(easy.get());
    set_up(easy.get());
  }
  idle_.push_back(std::move(easy));
}

void EasyPool::set_up(CURL* easy) const {
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, long(CURL_HTTP_VERSION_2TLS));
  curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
  // All that libcurl can read; but content_decoder.h does.
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L);
  curl_easy_setopt(easy, CURLOPT_USERAGENT, user_agent_.c_str());
  curl_easy_setopt(easy, CURLOPT_NETRC, long(CURL_NETRC_IGNORED));
  curl_easy_setopt(easy, CURLOPT_HTTPAUTH, long(CURLAUTH_BASIC));
  curl_easy_setopt(easy, CURLOPT_PROXYAUTH, long(CURLAUTH_BASIC));
  // An empty proxy, not an unset one: that would be read from the environment.
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(easy, CURLOPT_SSLVERSION, long(CURL_SSLVERSION_TLSv1_2));
  curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file_.c_str());
  // With a directory of authorities set, as Debian's build has it, libcurl reads the
  // authorities anew for every connection; with a file alone it keeps them.
  curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);
  curl_easy_setopt(easy, CURLOPT_MAXAGE_CONN, 30L);
}

}  // namespace curlew::http
