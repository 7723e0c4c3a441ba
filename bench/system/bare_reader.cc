#include "bare_reader.h"

#include <curl/curl.h>

#include <cstring>
#include <memory>

namespace curlew::bench {
namespace {

struct Transfer {
  CURL* handle = nullptr;
  curl_slist* headers = nullptr;
  const std::string* url = nullptr;
  std::string etag;
};

std::size_t discard(char*, std::size_t size, std::size_t count, void*) {
  return size * count;
}

std::size_t read_header(char* data, std::size_t size, std::size_t count, void* target) {
  const std::string_view line(data, size * count);
  if (line.size() > 7 && strncasecmp(data, "etag: ", 6) == 0) {
    static_cast<Transfer*>(target)->etag = line.substr(6, line.size() - 8);
  }
  return size * count;
}

void begin(CURLM* multi, Transfer& transfer, const std::string& url,
           const std::string& etag) {
  transfer.url = &url;
  transfer.etag.clear();
  curl_slist_free_all(transfer.headers);
  transfer.headers =
      etag.empty() ? nullptr
                   : curl_slist_append(nullptr, ("If-None-Match: " + etag).c_str());
  CURL* handle = transfer.handle;
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PRIVATE, &transfer);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, transfer.headers);
  curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, discard);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, read_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, &transfer);
  curl_multi_add_handle(multi, handle);
}

}  // namespace

BareReader::Poll BareReader::poll(std::size_t at_a_time) {
  Poll result;
  CURLM* multi = curl_multi_init();
  std::vector<Transfer> transfers(at_a_time);
  std::size_t next = 0;
  const auto begin_next = [&](Transfer& transfer) {
    if (next >= urls_.size()) return;
    const std::string& url = urls_[next++];
    begin(multi, transfer, url, etags_[url]);
  };
  for (Transfer& transfer : transfers) {
    transfer.handle = curl_easy_init();
    begin_next(transfer);
  }
  for (std::size_t done = 0; done < urls_.size();) {
    int running = 0;
    curl_multi_perform(multi, &running);
    int queued = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi, &queued)) {
      Transfer* transfer = nullptr;
      long status = 0;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
      curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
      curl_multi_remove_handle(multi, transfer->handle);
      if (status == 200) etags_[*transfer->url] = transfer->etag;
      ++(status == 200   ? result.bodies
         : status == 304 ? result.not_modified
                         : result.failed);
      ++done;
      begin_next(*transfer);
    }
    if (done < urls_.size()) curl_multi_poll(multi, nullptr, 0, 100, nullptr);
  }
  for (Transfer& transfer : transfers) {
    curl_slist_free_all(transfer.headers);
    curl_easy_cleanup(transfer.handle);
  }
  curl_multi_cleanup(multi);
  return result;
}

}  // namespace curlew::bench
