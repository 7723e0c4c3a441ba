// Users with app passwords, something to read, and the whole site in memory: for tests
// of what reader apps speak.

#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cstdlib>
#include <fstream>
#include <future>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "api/app_credentials.h"
#include "api/status_site.h"
#include "base/md5.h"
#include "model/sealed_settings_test.h"
#include "service/access_keys.h"
#include "service/subscribe.h"
#include "store/clips_fixture.h"

namespace curlew::api {

inline std::string replaced(std::string text, const std::string& what,
                            const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// With a line a member, so that a difference is seen.
inline void write_pretty(std::string& out, const boost::json::value& value, int depth) {
  const std::string indent(std::size_t(depth) * 2, ' ');
  if (const auto* object = value.if_object(); object && !object->empty()) {
    out += "{";
    const char* before = "\n";
    for (const auto& member : *object) {
      out += before + indent + "  " +
             boost::json::serialize(boost::json::string(member.key())) + ": ";
      write_pretty(out, member.value(), depth + 1);
      before = ",\n";
    }
    out += "\n" + indent + "}";
  } else if (const auto* array = value.if_array(); array && !array->empty()) {
    out += "[";
    const char* before = "\n";
    for (const auto& each : *array) {
      out += before + indent + "  ";
      write_pretty(out, each, depth + 1);
      before = ",\n";
    }
    out += "\n" + indent + "]";
  } else {
    out += boost::json::serialize(value);
  }
}

class ReadersTest : public store::UserStoreTest {
 protected:
  ReadersTest() {
    for (const auto& [name, role] :
         std::map<std::string, model::Role>{{"anna", model::Role::kUser},
                                            {"bob", model::Role::kUser},
                                            {"eve", model::Role::kReadOnly}}) {
      users_[name] = add_reader(name, role);
      const auto key = store::must(
          service::add_app_password(*store_, users_[name], "phone", store::kNow));
      secrets_[name] = key.secret;
      keys_[name] = key.row.id;
    }
    publish_all();
    StatusSiteOptions options;
    options.open_store = [this] {
      return store::open_at(path_, store::OpenMode::kReadOnly);
    };
    options.open_to_write = [this] { return store::open_at(path_); };
    options.personal.key = model::kTestKey;
    site_ = make_status_site(std::move(options), clock_);
  }

  model::User add_reader(const std::string& name, model::Role role) {
    const model::UserId id = add_user(name);
    auto row = store::must(store_->users().find(id)).value();
    row.user.role = role;
    store::must(store_->users().change(row));
    return row.user;
  }

  model::ArticleId publish(model::SourceId source, std::uint64_t key,
                           model::Entry entry) {
    auto article = store::article_of(source, key, entry);
    article.found = store::kNow + std::chrono::minutes(key);
    return store::must(store::add_one(*store_, article)).value();
  }

  // A shared source in a folder, one that is private to anna, and a clip of each.
  void publish_all() {
    model::Source harbour = store::source_at("https://harbour.example/rss", "Harbour");
    harbour.folder = "News/Sea";
    harbour.site_url = "https://harbour.example/";
    harbour_ = store::must(store_->sources().add(harbour, store::kNow));
    model::Source diary = store::source_at("https://diary.example/rss", "Diary");
    diary.is_shared = false;
    diary_ = store::must(store_->sources().add(diary, store::kNow));
    store::must(service::subscribe(*store_,
                                   {.user = users_["anna"].id,
                                    .source = diary_,
                                    .added = store::kNow,
                                    .folder = "Mine",
                                    .title = "Her own title"},
                                   store::kNow));
    model::Entry ship = store::entry_titled("A ship & <b>her</b> crew");
    ship.link = "https://harbour.example/ship";
    ship.author = "Ada";
    ship.published = store::kNow - std::chrono::hours(2);
    ship.content =
        "<p onclick='x()'>It <em>came</em> home.<script>evil()</script></p>"
        "<img src='https://spy.example/dot.gif'><a href='javascript:evil()'>more</a>";
    ship.enclosures = {{"https://harbour.example/ship.mp3", "audio/mpeg", 1000},
                       {"file:///etc/passwd", "text/plain", 1}};
    ship_ = publish(harbour_, 1, ship);
    model::Entry fog = store::entry_titled("Ομίχλη στο λιμάνι");
    fog.link = "javascript:alert(1)";
    fog_ = publish(harbour_, 2, fog);
    model::Entry secret = store::entry_titled("A secret");
    secret.link = "https://diary.example/secret";
    secret.summary = "Of hers alone.";
    secret_ = publish(diary_, 3, secret);
    ships_ = add_list(users_["anna"].id, "Ships");
    store::NewClip clip;
    clip.clip.id = store::must(store_->clips().take_ids(1));
    clip.clip.list = ships_;
    clip.clip.article = ship_;
    clip.clip.source = harbour_;
    clip.clip.keyword = "ship";
    clip.clip.title = ship.title;
    clip.clip.summary = "Then a ship <came>. It left.";
    clip.clip.mark_begin = 7;
    clip.clip.mark_end = 11;
    clip.clip.url = ship.link;
    clip.clip.found = store::kNow;
    clip.clip.matched = store::kNow + std::chrono::minutes(4);
    store::must(store_->clips().insert(std::vector{clip}));
  }

  struct Asked {
    std::string method = "GET";
    std::string target;
    http::Headers headers = {};
    std::string body = {};
  };
  http::ServerResponse ask(const Asked& asked) {
    http::ServerRequest request;
    request.method = asked.method;
    request.target = asked.target;
    const std::size_t question = std::min(asked.target.find('?'), asked.target.size());
    request.path = asked.target.substr(0, question);
    request.query = asked.target.substr(std::min(question + 1, asked.target.size()));
    request.headers = asked.headers;
    request.headers.emplace_back("Host", "localhost:8400");
    request.remote_address = "127.0.0.1";
    request.body = asked.body;
    const auto sink = std::make_shared<Sink>();
    auto answer = sink->answered.get_future();
    (*site_)(request, http::Responder(sink));
    return answer.get();
  }
  http::Headers google(const std::string& name) {
    return {{"Authorization",
             "GoogleLogin auth=" + google_login_token(name, secrets_[name])}};
  }
  http::Headers miniflux(const std::string& name) {
    return {{"X-Auth-Token", secrets_[name]}};
  }
  std::string fever_key(const std::string& name) {
    return md5_hex(name + ":" + secrets_[name]);
  }
  std::string fever(const std::string& name, const std::string& what) {
    return ask({"POST", "/fever/?api&" + what, {}, "api_key=" + fever_key(name)}).body;
  }

  // Secrets have another value each time: in files their names stand for them.
  std::string with_secrets(std::string text) {
    for (const auto& [name, secret] : secrets_) {
      text = replaced(text, "{" + name + "}", secret);
      text = replaced(text, "{fever of " + name + "}", fever_key(name));
    }
    return text;
  }
  std::string without_secrets(std::string text) {
    for (const auto& [name, secret] : secrets_) {
      text = replaced(text, secret, "{" + name + "}");
    }
    return text;
  }

  std::string answer_text(const Asked& asked) {
    const http::ServerResponse response = ask(asked);
    const auto type = http::find_header(response.headers, "Content-Type").value_or("");
    std::string text = fmt::format("{} {}\n", response.status, type);
    boost::json::error_code failed;
    const auto json = boost::json::parse(response.body, failed);
    if (!failed && (json.is_object() || json.is_array())) {
      write_pretty(text, json, 0);
    } else {
      text += response.body;
    }
    while (text.ends_with('\n')) text.pop_back();
    return without_secrets(text);
  }

  static Asked parse_request(const std::vector<std::string>& lines) {
    Asked asked;
    const std::size_t space = lines.at(0).find(' ');
    asked.method = lines[0].substr(0, space);
    asked.target = lines[0].substr(space + 1);
    std::size_t at = 1;
    for (; at < lines.size() && !lines[at].empty(); ++at) {
      const std::size_t colon = lines[at].find(": ");
      asked.headers.emplace_back(lines[at].substr(0, colon),
                                 lines[at].substr(colon + 2));
    }
    for (++at; at < lines.size(); ++at) asked.body += lines[at];
    return asked;
  }

  // Asks what lines with "> " say, and compares the answers with the lines with "< ".
  void compare_with(const std::string& name) {
    const std::string file = std::string(CURLEW_TESTDATA) + "/readers/" + name;
    std::ifstream in(file);
    ASSERT_TRUE(in) << file;
    std::string expected, actual, line;
    std::vector<std::string> request;
    const auto answer = [&] {
      if (request.empty()) return;
      std::istringstream told(answer_text(parse_request(request)));
      request.clear();
      for (std::string each; std::getline(told, each);) {
        actual += each.empty() ? "<\n" : "< " + each + "\n";
      }
    };
    while (std::getline(in, line)) {
      expected += line + "\n";
      if (line.starts_with('>')) {
        request.push_back(with_secrets(line.size() > 2 ? line.substr(2) : ""));
      } else {
        answer();
      }
      if (!line.starts_with('<')) actual += line + "\n";
    }
    answer();
    if (std::getenv("CURLEW_WRITE_GOLDEN")) {
      std::ofstream(file) << actual;
      return;
    }
    EXPECT_EQ(actual, expected);
  }

  struct Sink final : http::Responder::Sink {
    void answer(http::ServerResponse response) override {
      answered.set_value(std::move(response));
    }
    std::promise<http::ServerResponse> answered;
  };

  ManualClock clock_{store::kNow + std::chrono::hours(1)};
  std::map<std::string, model::User> users_;
  std::map<std::string, std::string> secrets_;
  std::map<std::string, model::AccessKeyId> keys_;
  model::SourceId harbour_, diary_;
  model::ArticleId ship_, fog_, secret_;
  model::WatchlistId ships_;
  std::shared_ptr<const http::Router> site_;
};

}  // namespace curlew::api
