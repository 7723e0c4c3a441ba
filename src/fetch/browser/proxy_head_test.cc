#include "fetch/browser/proxy_head.h"

#include <gtest/gtest.h>

namespace curlew::fetch {
namespace {

TEST(ProxyHead, AConnectIsATunnelToItsHostAndPort) {
  const auto head = parse_proxy_head(
      "CONNECT a.example:443 HTTP/1.1\r\nProxy-Authorization: Basic eA==\r\n\r\n");
  ASSERT_TRUE(head.ok());
  EXPECT_TRUE(head->is_tunnel);
  EXPECT_EQ(head->url, "https://a.example:443/");
  EXPECT_EQ(head->authorization, "Basic eA==");
  EXPECT_EQ(head->onward, "");
}

TEST(ProxyHead, AnAbsoluteFormBecomesAnOriginFormWithoutWhatIsForTheProxy) {
  const auto head = parse_proxy_head(
      "POST http://a.example:8080?q HTTP/1.1\r\nHost: a.example:8080\r\n"
      "Proxy-Connection: keep-alive\r\nproxy-authorization: Basic eA==\r\n"
      "Content-Length: 3\r\nAccept: */*\r\n\r\n");
  ASSERT_TRUE(head.ok());
  EXPECT_FALSE(head->is_tunnel);
  EXPECT_EQ(head->body, 3u);
  EXPECT_EQ(head->onward,
            "POST /?q HTTP/1.1\r\nHost: a.example:8080\r\nContent-Length: 3\r\n"
            "Accept: */*\r\nConnection: close\r\n\r\n");
}

TEST(ProxyHead, WhatCannotBeJudgedIsRefused) {
  for (const char* text : {
           "GET / HTTP/1.1\r\n\r\n",
           "GET ftp://a.example/ HTTP/1.1\r\n\r\n",
           "CONNECT a@127.0.0.1:443 HTTP/1.1\r\n\r\n",
           "CONNECT a.example:443/x HTTP/1.1\r\n\r\n",
           "GET http://a.example/\r\n\r\n",
           "POST http://a.example/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
           "POST http://a.example/ HTTP/1.1\r\nContent-Length: 3x\r\n\r\n",
           "\r\n\r\n",
       }) {
    EXPECT_FALSE(parse_proxy_head(text).ok()) << text;
  }
}

}  // namespace
}  // namespace curlew::fetch
