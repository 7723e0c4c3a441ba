#include "model/topic.h"

namespace curlew::model {

std::string_view to_string(TopicMethod method) {
  switch (method) {
    case TopicMethod::kLinear:
      return "linear";
    case TopicMethod::kCentroid:
      return "tf-centroid";
    case TopicMethod::kThesis:
      return "thesis";
  }
  return "unknown";
}

std::string_view to_string(CrawlOrder order) {
  switch (order) {
    case CrawlOrder::kCurlew:
      return "curlew";
    case CrawlOrder::kThesis:
      return "thesis";
  }
  return "unknown";
}

std::optional<TopicMethod> parse_topic_method(std::string_view name) {
  for (const TopicMethod method :
       {TopicMethod::kLinear, TopicMethod::kCentroid, TopicMethod::kThesis}) {
    if (to_string(method) == name) return method;
  }
  return std::nullopt;
}

std::optional<CrawlOrder> parse_crawl_order(std::string_view name) {
  for (const CrawlOrder order : {CrawlOrder::kCurlew, CrawlOrder::kThesis}) {
    if (to_string(order) == name) return order;
  }
  return std::nullopt;
}

}  // namespace curlew::model
