// The life of one page in a browser: a context of its own (no cookie, cache or storage
// is shared with another page), navigation, waiting until it is quiet, its DOM as text.
//
// What the page's own frame asks for is the fetcher's to decide: a redirect of the
// server, or of a script once the page is there, ends the page as a redirect, so that
// robots.txt and the per-host lines hold for the next address too. Frames and scripts
// inside the page load through the guard proxy; images, media, fonts and downloads
// do not load at all.
//
// For one thread.

#pragma once

#include <boost/json/object.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "fetch/browser/devtools_pipe.h"
#include "fetch/browser/guard_proxy.h"
#include "http/client.h"

namespace curlew::fetch {

struct TabLimits {
  // From the load event to the DOM, when the network does not fall quiet.
  Milliseconds settle{3'000};
  // From the navigation to the DOM, when not even the load event comes.
  Milliseconds patience{15'000};
  // All that the page and its parts transfer, beside the request's own body limit for
  // the DOM.
  Bytes traffic = 32_MiB;
  // Of a picture, in CSS pixels; what lies below is not in it.
  int picture_width = 1280;
  int picture_height = 4000;
  // A picture that takes longer is left out.
  Milliseconds picture_time{10'000};
};

class Tab : public std::enable_shared_from_this<Tab> {
 public:
  Tab(DevToolsPipe& pipe, GuardProxy& proxy, http::Request request, TabLimits limits,
      const Clock& clock);
  // Closes the context and the proxy's door.
  ~Tab();

  void begin();
  // Empty until it is attached.
  const std::string& session() const { return session_; }
  void on_event(std::string_view method, const boost::json::object& parameters);
  void on_time();
  void fail(http::TransferEnd end, std::string why);

  bool has_ended() const { return has_ended_; }
  // A page that ended so may hold its process for ever: the browser should be replaced.
  bool is_stuck() const { return response_.end == http::TransferEnd::kTimedOut; }
  http::Response take_response();

 private:
  using Step = void (Tab::*)(const boost::json::object& result);

  void call(std::string_view method, boost::json::object parameters,
            Step next = nullptr);
  void on_context(const boost::json::object& result);
  void on_target(const boost::json::object& result);
  void on_session(const boost::json::object& result);
  void on_prepared(const boost::json::object& result);
  void on_navigated(const boost::json::object& result);
  void on_world(const boost::json::object& result);
  void on_dom(const boost::json::object& result);
  void ask_for_picture();
  void on_still(const boost::json::object& result);
  void on_picture(const boost::json::object& result);

  void on_auth_required(const boost::json::object& parameters);
  void on_paused(const boost::json::object& parameters);
  void on_own_request(const boost::json::object& parameters);
  void on_own_response(const boost::json::object& parameters);
  void on_lifecycle(const boost::json::object& parameters);
  void let_go_on(const boost::json::object& parameters);
  void stop(const boost::json::object& parameters, std::string_view reason);
  boost::json::array first_headers(const boost::json::object& parameters) const;
  void ask_for_dom();
  std::string_view waits_for() const;
  void end();

  DevToolsPipe& pipe_;
  GuardProxy& proxy_;
  const http::Request request_;
  const TabLimits limits_;
  const Clock& clock_;
  const SteadyTime began_;
  SteadyTime navigated_;
  ProxyCredentials credentials_;
  std::string context_;
  // Also the name of its own frame.
  std::string target_;
  std::string session_;
  // The load of the page, not of the blank one before.
  std::string loader_;
  // Where our own scripts run.
  boost::json::value world_;
  bool has_asked_ = false;
  int reloads_ = 0;
  std::optional<SteadyTime> loaded_;
  bool is_quiet_ = false;
  bool is_dom_asked_ = false;
  std::optional<SteadyTime> picture_asked_;
  bool has_ended_ = false;
  http::Response response_;
};

}  // namespace curlew::fetch
