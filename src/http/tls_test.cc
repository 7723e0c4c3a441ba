// HTTPS against a real server, nginx, with a certificate made for the occasion.

#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/temporary_folder_test.h"
#include "http/client.h"
#include "http/client_test.h"
#include "http/loopback_test.h"

namespace curlew::http {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNginx = "/usr/sbin/nginx";

constexpr std::string_view kConfiguration = R"(daemon off;
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
    location / { return 200 "$server_protocol"; }
  }
}
)";

std::string replaced(std::string text, std::string_view what, const std::string& with) {
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
        << replaced(replaced(std::string(kConfiguration), "DIR", directory_), "PORT",
                    std::to_string(port_));
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
  const fs::path& directory_ = folder_.path();
  std::uint16_t port_ = 0;
  pid_t process_ = 0;
};

class TlsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(kNginx)) GTEST_SKIP() << "nginx is not installed";
    nginx = std::make_unique<Nginx>();
    ASSERT_TRUE(nginx->is_running());
  }

  // Waits for nginx to listen.
  Response get_from(std::string_view host, std::string ca_file) {
    const auto client = make_loopback_client(
        clock, {.lookup =
                    [](const std::string&) {
                      return std::vector{*parse_ip_address("127.0.0.1")};
                    },
                .ca_file = std::move(ca_file)});
    const auto url =
        "https://" + std::string(host) + ":" + std::to_string(nginx->port()) + "/";
    auto response = get(*client, url);
    for (int i = 0; i < 100 && response.end == TransferEnd::kUnconnected; ++i) {
      std::this_thread::sleep_for(Milliseconds(20));
      response = get(*client, url);
    }
    return response;
  }

  SystemClock clock;
  std::unique_ptr<Nginx> nginx;
};

TEST_F(TlsTest, SpeaksHttp2WithAServerThatItTrusts) {
  const auto response = get_from("news.example", nginx->certificate());
  EXPECT_EQ(response.end, TransferEnd::kCompleted) << response.error;
  EXPECT_EQ(response.body, "HTTP/2.0");
  EXPECT_EQ(response.status, 200);
}

TEST_F(TlsTest, RefusesACertificateThatNobodySigned) {
  const auto response = get_from("news.example", "");
  EXPECT_EQ(response.end, TransferEnd::kTlsFailed) << response.error;
  EXPECT_EQ(response.body, "");
}

TEST_F(TlsTest, RefusesACertificateOfAnotherName) {
  const auto response = get_from("other.example", nginx->certificate());
  EXPECT_EQ(response.end, TransferEnd::kTlsFailed) << response.error;
}

}  // namespace
}  // namespace curlew::http
