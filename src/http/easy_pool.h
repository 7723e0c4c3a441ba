// libcurl handles with everything set that is the same for all requests, kept for
// reuse: making and setting one up costs more than a small transfer's share of
// everything else.

#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>
#include <vector>

namespace curlew::http {

// Once a process, as libcurl demands, before anything else of it. The allocator is told
// to keep what it got: with its defaults it hands the room of ended bodies back to the
// kernel and fetches it again page by page, a quarter of the processor time of 60 KB
// transfers.
void prepare_libcurl();

struct EasyDeleter {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
using EasyHandle = std::unique_ptr<CURL, EasyDeleter>;

struct SlistDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Slist = std::unique_ptr<curl_slist, SlistDeleter>;

// Adds a copy of `line`.
void append(Slist& list, const std::string& line);

class EasyPool {
 public:
  EasyPool(std::string user_agent, std::string ca_file, std::size_t max_idle);

  EasyHandle take();

  // kUnusual: the transfer set options that the next one may not set again (a method, a
  // body, credentials, a proxy), so that the handle is wiped first.
  enum class Use { kPlain, kUnusual };
  void give_back(EasyHandle easy, Use use);

 private:
  void set_up(CURL* easy) const;

  std::string user_agent_;
  std::string ca_file_;
  std::size_t max_idle_;
  std::vector<EasyHandle> idle_;
};

}  // namespace curlew::http
