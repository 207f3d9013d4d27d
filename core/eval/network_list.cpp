#include "eval/network_list.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace leafstrap {

NetworkList::NetworkList(const std::vector<NetworkShape>& shapes, std::span<const double> weights)
    : weight_count_(weight_count(shapes)) {
    if (weights.size() != weight_count_)
        throw std::invalid_argument("these networks have " + std::to_string(weight_count_) + " weights");
    for (const double weight : weights)
        if (!std::isfinite(static_cast<float>(weight))) throw std::invalid_argument("a weight is not a finite number");
    std::size_t start = 0;
    for (const NetworkShape& shape : shapes) {
        networks_.emplace_back(shape).read(weights.subspan(start));
        starts_.push_back(start);
        start += Network::weight_count(shape);
    }
    assert(start == weight_count_);
}

std::size_t NetworkList::weight_count(const std::vector<NetworkShape>& shapes) {
    std::size_t count = 0;
    for (const NetworkShape& shape : shapes) count += Network::weight_count(shape);
    return count;
}

std::vector<double> NetworkList::weights() const {
    std::vector<double> weights(weight_count_);
    for (std::size_t i = 0; i < size(); ++i) networks_[i].write(part(weights, i));
    return weights;
}

Gradient NetworkList::Taught::moved(const Network::Rates& rates) const {
    Gradient gradient{{}, std::vector<double>(before_.weight_count())};
    for (std::size_t i = 0; i < taught_.size(); ++i)
        if (taught_[i]) moved_by_rate(before_[i], *taught_[i], rates, before_.part(gradient.values, i));
    return gradient;
}

}  // namespace leafstrap
