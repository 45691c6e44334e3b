//! Interface variables (to be replaced).
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ivar {
    Compressmove = 0,
    Startpos = 5,
    Block = 6,
    Gameinfo = 7,
    Ms = 17,
}
impl Ivar {
    #[allow(missing_docs)]
    pub fn from_prefix(t: &str) -> Option<Ivar> {
        match t {
            "ms" => Some(Ivar::Ms),
            "block" => Some(Ivar::Block),
            "startpos" => Some(Ivar::Startpos),
            "gameinfo" => Some(Ivar::Gameinfo),
            "compressmove" => Some(Ivar::Compressmove),
            _ => None,
        }
    }
    #[allow(missing_docs)]
    pub fn name(self) -> &'static str {
        match self {
            Ivar::Ms => "ms",
            Ivar::Block => "block",
            Ivar::Startpos => "startpos",
            Ivar::Gameinfo => "gameinfo",
            Ivar::Compressmove => "compressmove",
        }
    }
}
#[allow(missing_docs)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ivars(u64);
impl Ivars {
    #[allow(missing_docs)]
    pub fn get(&self, i: Ivar) -> bool {
        self.0 >> (i as u32) & 1 == 1
    }
    #[allow(missing_docs)]
    pub fn set(&mut self, i: Ivar, on: bool) -> bool {
        if on {
            self.0 |= 1 << (i as u32)
        } else {
            self.0 &= !(1 << (i as u32))
        }
        true
    }
    #[allow(missing_docs)]
    pub fn parse(_t: &str) -> Option<Ivars> {
        Some(Ivars(0))
    }
}
