package form_test

import (
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

var guide = flag.String("guide", "", "a file of Intel's guide to the intrinsics, whose operations are compared with what calls are read as")

// An intrinsic is what the guide says of one.
type intrinsic struct {
	Name   string `xml:"name,attr"`
	Return struct {
		Type string `xml:"type,attr"`
	} `xml:"return"`
	Parameters []struct {
		Name string `xml:"varname,attr"`
		Type string `xml:"type,attr"`
	} `xml:"parameter"`
	Operation string `xml:"operation"`
}

// guideSample are operations in the notation of the guide, a way of saying it each, where there is no guide.
const guideSample = `<intrinsics_list>
<intrinsic name="_mm_shuffle_epi32"><return type="__m128i"/><parameter type="__m128i" varname="a"/><parameter type="int" varname="imm8"/><operation>
DEFINE PICK(v, c) {
	CASE(c[1:0]) OF
	0:	t[31:0] := v[31:0]
	1:	t[31:0] := v[63:32]
	2:	t[31:0] := v[95:64]
	3:	t[31:0] := v[127:96]
	ESAC
	RETURN t[31:0]
}
FOR j := 0 to 3
	dst[j*32+31:j*32] := PICK(a[127:0], imm8[j*2+1:j*2])
ENDFOR
</operation></intrinsic>
<intrinsic name="_mm_shufflehi_epi16"><return type="__m128i"/><parameter type="__m128i" varname="a"/><parameter type="int" varname="imm8"/><operation>
dst[63:0] := a[63:0]
FOR j := 0 to 3
	dst[79+j*16:64+j*16] := (a &gt;&gt; (imm8[2*j+1:2*j] * 16))[79:64]
ENDFOR
</operation></intrinsic>
<intrinsic name="_mm256_unpackhi_epi16"><return type="__m256i"/><parameter type="__m256i" varname="a"/><parameter type="__m256i" varname="b"/><operation>
DEFINE ZIP(x[127:0], y[127:0]) {
	FOR j := 0 to 3
		dst.word[2*j] := x.word[4+j]
		dst.word[2*j+1] := y.word[4+j]
	ENDFOR
	RETURN dst[127:0]
}
dst[127:0] := ZIP(a[127:0], b[127:0])
dst[255:128] := ZIP(a[255:128], b[255:128])
dst[MAX:256] := 0
</operation></intrinsic>
<intrinsic name="_mm256_alignr_epi8"><return type="__m256i"/><parameter type="__m256i" varname="a"/><parameter type="__m256i" varname="b"/><parameter type="const int" varname="imm8"/><operation>
FOR j := 0 to 1
	i := j*128
	tmp[255:0] := ((a[i+127:i] &lt;&lt; 128)[255:0] OR b[i+127:i]) &gt;&gt; (imm8*8)
	dst[i+127:i] := tmp[127:0]
ENDFOR
</operation></intrinsic>
<intrinsic name="_mm_blend_epi16"><return type="__m128i"/><parameter type="__m128i" varname="a"/><parameter type="__m128i" varname="b"/><parameter type="const int" varname="imm8"/><operation>
FOR j := 0 to 7
	i := j*16
	IF imm8[j]
		dst[i+15:i] := b[i+15:i]
	ELSE
		dst[i+15:i] := a[i+15:i]
	FI
ENDFOR
</operation></intrinsic>
<intrinsic name="_mm256_permute4x64_epi64"><return type="__m256i"/><parameter type="__m256i" varname="a"/><parameter type="const int" varname="imm8"/><operation>
FOR j := 0 to 3
	dst.qword[j] := a.qword[imm8[2*j+1:2*j]]
ENDFOR
dst[MAX:256] := 0
</operation></intrinsic>
<intrinsic name="_mm_mask_unpacklo_epi32"><return type="__m128i"/><parameter type="__m128i" varname="src"/><parameter type="__mmask8" varname="k"/><parameter type="__m128i" varname="a"/><parameter type="__m128i" varname="b"/><operation>
tmp.dword[0] := a.dword[0]
tmp.dword[1] := b.dword[0]
tmp.dword[2] := a.dword[1]
tmp.dword[3] := b.dword[1]
FOR j := 0 to 3
	i := j*32
	IF k[j]
		dst[i+31:i] := tmp[i+31:i]
	ELSE
		dst[i+31:i] := src[i+31:i]
	FI
ENDFOR
</operation></intrinsic>
<intrinsic name="_mm_cvtepu8_epi32"><return type="__m128i"/><parameter type="__m128i" varname="a"/><operation>
FOR j := 0 to 3
	dst[32*j+31:32*j] := ZeroExtend32(a[8*j+7:8*j])
ENDFOR
</operation></intrinsic>
<intrinsic name="_mm256_cvtepi32_epi8"><return type="__m128i"/><parameter type="__m256i" varname="a"/><operation>
FOR j := 0 to 7
	dst[8*j+7:8*j] := Truncate8(a[32*j+31:32*j])
ENDFOR
dst[MAX:64] := 0
</operation></intrinsic>
<intrinsic name="_mm_movemask_ps"><return type="int"/><parameter type="__m128" varname="a"/><operation>
FOR j := 0 to 3
	IF a[32*j+31]
		dst[j] := 1
	ELSE
		dst[j] := 0
	FI
ENDFOR
dst[31:4] := 0
</operation></intrinsic>
<intrinsic name="_mm_loadu_si128"><return type="__m128i"/><parameter type="__m128i const*" varname="mem_addr"/><operation>
dst[127:0] := MEM[mem_addr+127:mem_addr]
</operation></intrinsic>
<intrinsic name="_mm_setr_epi16"><return type="__m128i"/><parameter type="short" varname="e3"/><parameter type="short" varname="e2"/><parameter type="short" varname="e1"/><parameter type="short" varname="e0"/><parameter type="short" varname="f3"/><parameter type="short" varname="f2"/><parameter type="short" varname="f1"/><parameter type="short" varname="f0"/><operation>
dst[15:0] := e3
dst[31:16] := e2
dst[47:32] := e1
dst[63:48] := e0
dst[79:64] := f3
dst[95:80] := f2
dst[111:96] := f1
dst[127:112] := f0
</operation></intrinsic>
</intrinsics_list>`

// aside are intrinsics whose calls are read as something else than the guide has, and why.
var aside = map[string]string{
	"_extract_epi8": "a call is the lane, of which C makes an int", "_extract_epi16": "likewise", "_extract_pi16": "likewise",
	"_storeu2_m128": "a call is both halves, one behind the other, and the guide has two places", "_storeu2_m128d": "likewise", "_storeu2_m128i": "likewise",
}

// immediates are those with which an operation is asked that takes one.
var immediates = []int{0, 1, 2, 3, 5, 7, 8, 15, 16, 27, 0x4e, 0xd8, 0x1b, 255}

// What Intel's guide says that an intrinsic does is what its call is read as, in all that both read.
func TestGuide(t *testing.T) {
	text := []byte(guideSample)
	if *guide != "" {
		var err error
		if text, err = os.ReadFile(*guide); err != nil {
			t.Fatal(err)
		}
	}
	var all struct {
		Intrinsics []intrinsic `xml:"intrinsic"`
	}
	if err := xml.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	equal, alone := 0, map[string]int{}
	for _, x := range all.Intrinsics {
		for _, imm := range immediates {
			call, operation, sources, takes := x.asked(imm)
			verdict := compared(call, operation, form.Options{Sources: sources})
			_, rest, _ := strings.Cut(x.Name[1:], "_")
			switch {
			case aside["_"+rest] != "":
			case verdict == "":
				equal++
			case verdict == "call" || verdict == "operation" || verdict == "neither":
				alone[verdict]++
			default:
				t.Errorf("%s: %s\n%s", call, verdict, operation)
			}
			if !takes {
				break
			}
		}
	}
	t.Logf("%d intrinsics: %d calls are what their operations say; %d are read as calls alone, %d as operations alone", len(all.Intrinsics), equal, alone["call"], alone["operation"])
	if *guide == "" && (alone["call"] > 0 || equal < 70) {
		t.Errorf("%d of the sample are equal, %v", equal, alone)
	}
}

// asked are the call of an intrinsic and its operation, with an immediate where it takes one.
func (x *intrinsic) asked(imm int) (call, operation string, sources []string, takes bool) {
	var args, typed []string
	for _, p := range x.Parameters {
		typed = append(typed, p.Type+" "+p.Name)
		if strings.HasPrefix(p.Name, "imm") || strings.Contains(p.Type, "const int") {
			operation += fmt.Sprintf("%s := %d\n", p.Name, imm)
			args, takes = append(args, fmt.Sprint(imm)), true
			continue
		}
		args, sources = append(args, p.Name), append(sources, p.Name)
	}
	synopsis := fmt.Sprintf("%s %s (%s)\n", x.Return.Type, x.Name, strings.Join(typed, ", "))
	return x.Name + "(" + strings.Join(args, ", ") + ")", synopsis + operation + strings.Trim(x.Operation, "\n"), sources, takes
}

// compared is how a call and an operation differ; "call" and "operation" say that one alone is read.
func compared(call, operation string, opt form.Options) string {
	a, errA := form.Parse(call, opt)
	b, errB := form.Parse(operation, opt)
	switch {
	case errA != nil && errB != nil:
		return "neither"
	case errB != nil:
		return "call"
	case errA != nil:
		return "operation"
	}
	v, err := form.Compare(a, b)
	switch {
	case err != nil:
		return err.Error()
	case v.Relation != lane.Equal && v.Relation != lane.Refines: // the guide leaves some bits open that a call does not
		return fmt.Sprintf("%v and %v: %v", a.Map, b.Map, v.Relation)
	case (a.Guard == nil) != (b.Guard == nil) && len(b.Map.Src) > 0:
		return fmt.Sprintf("guards %v and %v", a.Guard, b.Guard)
	case a.Guard != nil && b.Guard != nil && (a.Guard.By != b.Guard.By || a.Guard.Else != b.Guard.Else):
		return fmt.Sprintf("guards %v and %v", a.Guard, b.Guard)
	}
	return ""
}
