//! Logarithm and exponential with the same bits on every machine.
//!
//! The standard library hands `ln` and `exp` to the platform, whose last bits differ, so
//! that a replayed log could end in another rating. Here they are made of additions,
//! multiplications, divisions and square roots alone, which IEEE 754 prescribes to the
//! last bit, in a fixed order and without fused operations.

/// π.
pub(super) const PI: f64 = std::f64::consts::PI;
/// ln 2.
const LN_2: f64 = std::f64::consts::LN_2;
/// ln 10.
pub(super) const LN_10: f64 = std::f64::consts::LN_10;

/// The natural logarithm of a number of at least 1 (of anything less, 0).
pub(super) fn ln(x: f64) -> f64 {
    if x.is_nan() || x <= 1.0 {
        return 0.0;
    }
    let (mut mantissa, mut halvings) = (x.min(f64::MAX), 0.0);
    while mantissa > 1.5 {
        mantissa /= 2.0;
        halvings += 1.0;
    }
    // ln m = 2 artanh((m - 1) / (m + 1)); |z| <= 1/5, so 16 terms are plenty.
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let (mut power, mut sum, mut odd) = (z, 0.0, 1.0);
    for _ in 0..16 {
        sum += power / odd;
        power = power * z * z;
        odd += 2.0;
    }
    2.0 * sum + halvings * LN_2
}

/// e to the power of x, for powers between -700 and 700 (beyond, as at these boundaries).
pub(super) fn exp(x: f64) -> f64 {
    let x = if x.is_nan() { 0.0 } else { x.clamp(-700.0, 700.0) };
    // e^x = 2^k e^r with |r| <= ln 2 / 2; the rest by its series.
    let doublings = (x / LN_2).round();
    let rest = x - doublings * LN_2;
    let (mut term, mut sum, mut n) = (1.0, 1.0, 1.0);
    for _ in 0..18 {
        term = term * rest / n;
        sum += term;
        n += 1.0;
    }
    let step = if doublings < 0.0 { 0.5 } else { 2.0 };
    for _ in 0..doublings.abs() as u32 {
        sum *= step;
    }
    sum
}

/// The nearest whole number; halves go away from zero.
pub(super) fn nearest(x: f64) -> i32 {
    x.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The platform's functions as oracles; they may differ in the last bits only.
    #[test]
    fn as_good_as_the_platforms() {
        for i in 0..2000 {
            let x = 1.0 + f64::from(i) * f64::from(i) * 0.37;
            assert!((ln(x) - x.ln()).abs() <= 1e-13 * x.ln().max(1.0), "ln {x}");
            let power = f64::from(i - 1000) / 60.0;
            assert!((exp(power) / power.exp() - 1.0).abs() < 1e-12, "exp {power}");
        }
        assert_eq!(ln(0.5).to_bits(), 0);
        assert_eq!(exp(0.0).to_bits(), 1.0_f64.to_bits());
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN] {
            assert!(ln(odd) >= 0.0 && exp(odd) > 0.0 && exp(odd).is_finite());
        }
    }

    /// These bits must never change: ratings in stored logs depend on them.
    #[test]
    fn the_bits() {
        for (found, bits) in [
            (ln(2.0), 0x3fe6_2e42_fefa_39ef),
            (ln(525_601.0), 0x402a_5837_65bd_0456),
            (exp(1.0), 0x4005_bf0a_8b14_5768),
            (exp(-0.19), 0x3fea_7673_006d_4985),
        ] {
            assert_eq!(found.to_bits(), bits, "{found} {:x}", found.to_bits());
        }
    }
}
