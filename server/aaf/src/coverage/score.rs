//! How scores are computed (6.7).

use super::assessment::Assessment;

/// `part` of `total` in percent, rounded half up; none of nothing.
pub fn percent(part: usize, total: usize) -> Option<u32> {
    let share = (200 * part + total).checked_div(2 * total)?;
    u32::try_from(share).ok()
}

/// The score of a page: the mean of the categories that apply, by weight, rounded half up; 0 if none applies.
pub fn overall(assessments: &[Assessment]) -> u32 {
    let applying = assessments.iter().filter_map(|one| Some((one.category.weight(), one.score?)));
    let (weight, sum) = applying.fold((0, 0), |(w, s), (weight, score)| (w + weight, s + weight * score));
    (2 * sum + weight).checked_div(2 * weight).unwrap_or(0)
}

/// The score of a site: the mean of its pages, rounded half up; none without pages.
pub fn mean(scores: &[u32]) -> Option<u32> {
    let sum: u64 = scores.iter().copied().map(u64::from).sum();
    let count = scores.len() as u64;
    u32::try_from((2 * sum + count).checked_div(2 * count)?).ok()
}

/// A score in words.
pub fn label(score: u32) -> &'static str {
    match score {
        90.. => "Excellent agent accessibility",
        70..90 => "Good agent accessibility with room for improvement",
        50..70 => "Partial agent accessibility — significant gaps",
        _ => "Poor agent accessibility — most elements lack annotations",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::category::Category;

    #[test]
    fn halves_are_rounded_up() {
        let shares = [(0, 3), (1, 3), (2, 3), (3, 3), (1, 8), (1, 200), (1, 201), (0, 0)];
        let expected = [Some(0), Some(33), Some(67), Some(100), Some(13), Some(1), Some(0), None];
        assert_eq!(shares.map(|(part, total)| percent(part, total)), expected);
        assert_eq!(mean(&[50, 51]), Some(51));
        assert_eq!(mean(&[50, 50, 51]), Some(50));
        assert_eq!(mean(&[]), None);
    }

    #[test]
    fn what_does_not_apply_has_no_weight() {
        let score = |scores: &[(Category, Option<u32>)]| {
            let one = |&(category, score)| Assessment { category, score, lines: vec![], gaps: vec![] };
            overall(&scores.iter().map(one).collect::<Vec<_>>())
        };
        use Category::*;
        // (50 * 20 + 100 * 20 + 100 * 10) / 50
        let page = [(Forms, Some(50)), (Fields, Some(100)), (Actions, None), (Manifest, Some(100))];
        assert_eq!(score(&page), 80);
        // (33 * 20 + 50 * 10) / 30 = 38.67
        assert_eq!(score(&[(Forms, Some(33)), (Manifest, Some(50))]), 39);
        // (67 * 15 + 50 * 15) / 30 = 58.5
        assert_eq!(score(&[(Actions, Some(67)), (Navigation, Some(50))]), 59);
        assert_eq!(score(&[(Forms, None)]), 0);
        let all = Category::ALL.map(Category::weight);
        assert_eq!((all, all.iter().sum::<u32>()), ([20, 20, 15, 15, 20, 10], 100));
    }

    #[test]
    fn labels_begin_at_their_bounds() {
        let first = |score| label(score).split(' ').next().unwrap_or("");
        let scores = [100, 90, 89, 70, 69, 50, 49, 0];
        let words = ["Excellent", "Excellent", "Good", "Good", "Partial", "Partial", "Poor", "Poor"];
        assert_eq!(scores.map(first), words);
    }
}
