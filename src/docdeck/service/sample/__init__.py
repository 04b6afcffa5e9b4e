"""The sample: two believable organizations, built through the service's own functions. Design section 8."""

from docdeck.service.sample.build import SampleInfo, build_sample

__all__ = ["SampleInfo", "build_sample"]
