// The way of one request through redirects, hop by hop: where it stands, what may still
// be sent along, and what the source's permanent address is.
//
// Pure: the fetcher makes the requests. Not thread-safe.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/message.h"
#include "url/url.h"

namespace curlew::fetch {

// 301, 302, 303, 307 and 308: the answer is elsewhere (RFC 9110 §15.4). The others of
// the class ask for a choice or say something else.
bool is_redirect(int status);

class RedirectTrail {
 public:
  // `start` is http or https; its credentials and its fragment are taken off. They are
  // for the first origin's Authorization, and for nobody.
  RedirectTrail(const url::Url& start, int max_redirects);

  // Takes the hop that a redirect asks for. The error, for people, says why it cannot
  // be taken: no Location, not an http address, a loop, or too many. A downgrade from
  // https to http is followed: many feeds live that way, and nothing secret goes along.
  Result<void> follow(int status, const http::Headers& headers);

  const url::Url& here() const { return here_; }
  bool is_at_start() const { return seen_.empty(); }
  // Did it begin with permanent redirects (301, 308), and where did their run lead?
  // Empty when it did not: then the source is where it was.
  bool has_moved() const { return !permanent_url_.empty(); }
  const std::string& permanent_url() const { return permanent_url_; }
  // Was every redirect so far a permanent one?
  bool is_permanent() const { return is_permanent_; }
  // Has it never left the origin (scheme, host, port) it started at? Only then may
  // credentials and a source's own headers go along. Coming back does not restore it:
  // the address to come back to was chosen by a stranger.
  bool is_at_home() const { return is_at_home_; }

 private:
  url::Url here_;
  std::string origin_;
  std::string permanent_url_;
  // Few: max_redirects bounds it.
  std::vector<std::string> seen_;
  int max_redirects_;
  bool is_permanent_ = true;
  bool is_at_home_ = true;
};

// "https://example.org/a?b": `url` without credentials and fragment.
url::Url plain_address(const url::Url& url);

}  // namespace curlew::fetch
