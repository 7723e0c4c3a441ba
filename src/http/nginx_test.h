// HTTPS for tests: nginx with a certificate made for the occasion, for the name
// news.example. It answers with the version of HTTP that it was asked in.

#pragma once

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/temporary_folder_test.h"
#include "http/loopback_test.h"

namespace curlew::http {

inline constexpr const char* kNginx = "/usr/sbin/nginx";

inline constexpr std::string_view kNginxConfiguration = R"(daemon off;
master_process off;
pid DIR/pid;
error_log DIR/error.log;
events {}
http {
  access_log off;
  client_body_temp_path DIR; proxy_temp_path DIR; fastcgi_temp_path DIR;
  uwsgi_temp_path DIR; scgi_temp_path DIR;
  server {
    listen 127.0.0.1:PORT ssl http2;
    ssl_certificate DIR/cert.pem;
    ssl_certificate_key DIR/key.pem;
    location / { default_type text/html; return 200 "$server_protocol"; }
  }
}
)";

inline std::string replaced(std::string text, std::string_view what,
                            const std::string& with) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
  }
  return text;
}

// nginx on a free port in a directory of its own, stopped by its process id.
class Nginx {
 public:
  Nginx() {
    port_ = RawServer([](RawSocket&, const auto&) {}).port();
    std::ofstream(directory_ / "nginx.conf")
        << replaced(replaced(std::string(kNginxConfiguration), "DIR", directory_),
                    "PORT", std::to_string(port_));
    const auto make_certificate =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 "
        "-subj /CN=news.example -addext subjectAltName=DNS:news.example -keyout " +
        (directory_ / "key.pem").string() + " -out " + certificate() + " 2>/dev/null";
    if (std::system(make_certificate.c_str()) == 0) start();
  }

  ~Nginx() {
    if (process_ > 0) {
      kill(process_, SIGTERM);
      waitpid(process_, nullptr, 0);
    }
  }

  bool is_running() const { return process_ > 0; }
  std::uint16_t port() const { return port_; }
  std::string certificate() const { return directory_ / "cert.pem"; }

 private:
  void start() {
    std::string configuration = directory_ / "nginx.conf", prefix = directory_;
    std::string name = "nginx", c = "-c", p = "-p", e = "-e", log = directory_ / "log";
    char* arguments[] = {name.data(),   c.data(), configuration.data(), p.data(),
                         prefix.data(), e.data(), log.data(),           nullptr};
    if (posix_spawn(&process_, kNginx, nullptr, nullptr, arguments, environ) != 0) {
      process_ = 0;
    }
  }

  const TemporaryFolder folder_;
  const std::filesystem::path& directory_ = folder_.path();
  std::uint16_t port_ = 0;
  pid_t process_ = 0;
};

}  // namespace curlew::http
